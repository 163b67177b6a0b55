"""Copies of the program's process use the GPU."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="gpu-in-workers",
    needs=("crash",),
    find=by_message(r"Cannot re-initialize CUDA in forked subprocess|CUDA error: initialization error"),
    title=N_("Copies of the program's process use the GPU"),
    why=N_(
        "With `num_workers` of a DataLoader, `num_proc` of `map`, or `multiprocessing`, a part of the work is done in copies of the program's process. Such a copy cannot use the GPU that the program uses already. Here it holds tensors of the GPU, or moves some there."
    ),
    change=N_(
        "Leave the tensors of the data set on the CPU, and move each batch to the GPU in the training loop. Or do without other processes: `num_workers=0`, and no `num_proc`."
    ),
    terms=("DataLoader", "process", "collator"),
)
