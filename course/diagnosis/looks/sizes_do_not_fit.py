"""A layer gets vectors of another length than it was made for."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"mat1 and mat2 shapes cannot be multiplied \(\d+x(\d+) and (\d+)x\d+\)")
    if found is None:
        return None
    return Found(
        "certain",
        {"got": found.group(1), "made": found.group(2)},
        [(N_("error message"), found.string[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="sizes-do-not-fit",
    needs=("crash",),
    find=find,
    title=N_("A layer gets vectors of another length than it was made for"),
    why=N_("The layer is made for vectors of {made} numbers, and it gets vectors of {got}."),
    change=N_("Make the layer with `model.config.hidden_size` inputs, and look at the shape of what goes into it."),
    terms=(
        "layer",
        "shape",
    ),
)
