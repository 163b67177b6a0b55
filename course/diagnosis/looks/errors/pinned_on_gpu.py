"""A DataLoader with `pin_memory` gets tensors that are on the GPU already."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="pinned-on-gpu",
    needs=("crash",),
    find=by_message(r"cannot pin '?torch\.cuda|only dense CPU tensors can be pinned"),
    title=N_("A DataLoader with `pin_memory=True` gets tensors that are on the GPU already"),
    why=N_(
        "Pinned memory is memory of the CPU from which copies to the GPU are fast. What is on the GPU already cannot be pinned."
    ),
    change=N_(
        "Keep the data set on the CPU, and move each batch to the GPU in the training loop; or leave `pin_memory=True` out, with a Trainer by `dataloader_pin_memory=False`."
    ),
    terms=("DataLoader", "device", "batch"),
)
