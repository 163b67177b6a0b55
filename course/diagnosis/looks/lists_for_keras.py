"""Keras gets lists of Python where it takes arrays."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Unrecognized data type: x=|Failed to find data adapter that can handle")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="lists-for-keras",
    needs=("crash",),
    find=find,
    title=N_("Keras gets lists where it takes arrays"),
    why=N_(
        "`fit`, `evaluate` and `predict` take arrays, tensors or a `tf.data.Dataset`. A list of Python is taken for several inputs."
    ),
    change=N_("Write `np.array(…)` around the inputs and around the labels."),
    terms=(
        "Keras",
        "tensor",
    ),
)
