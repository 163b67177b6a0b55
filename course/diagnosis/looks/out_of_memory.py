"""There is not enough memory."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"out of memory|OutOfMemoryError|DefaultCPUAllocator: can't allocate|OOM when allocating|Unable to allocate",
    )
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="out-of-memory",
    needs=("crash",),
    find=find,
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
