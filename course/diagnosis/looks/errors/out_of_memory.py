"""There is not enough memory."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="out-of-memory",
    needs=("crash",),
    find=by_message(
        r"out of memory|OutOfMemoryError|DefaultCPUAllocator: can't allocate|OOM when allocating|Unable to allocate",
        "likely",
    ),
    title=N_("There is not enough memory"),
    why=N_(
        "The model, its gradients, the optimizer's state and the activations of one batch must fit into memory at the same time."
    ),
    change=N_(
        "Halve the batch size and accumulate gradients over two batches instead, shorten the texts with `max_length`, or take a smaller model."
    ),
    read="ch8 out-of-memory",
    terms=(
        "out of memory",
        "batch size",
        "gradient accumulation",
    ),
)
