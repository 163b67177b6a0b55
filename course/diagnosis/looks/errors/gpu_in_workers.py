"""The worker processes of a DataLoader use the GPU."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="gpu-in-workers",
    needs=("crash",),
    find=by_message(r"Cannot re-initialize CUDA in forked subprocess|CUDA error: initialization error"),
    title=N_("The worker processes of a DataLoader use the GPU"),
    why=N_(
        "With `num_workers`, batches are made in other processes. They are copies of the program's process, and such a copy cannot use the GPU that the program uses already: the data set or the collator holds tensors of the GPU, or moves some there."
    ),
    change=N_(
        "Leave the tensors of the data set on the CPU, and move each batch to the GPU in the training loop. Or set `num_workers=0`."
    ),
    terms=("DataLoader", "process", "collator"),
)
