"""Training set and validation set number the classes differently."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    names = facts.data.renumbered
    if not names:
        return None
    return Found(
        "likely",
        {"names": ", ".join(names[:4])},
        [(N_("classes with another number in the validation set"), ", ".join(names[:8]))],
        call_place(facts, "unique", "class_encode_column", "factorize", "set", "fromkeys"),
    )


LOOK = Look(
    name="splits-numbered-apart",
    needs=("data",),
    find=find,
    title=N_("Training set and validation set number the classes differently"),
    why=N_(
        "The same class has one number in the training set and another one in the validation set: {names}. So the model is trained for one numbering and measured by another."
    ),
    change=N_("Make the table from class to number once, from the training set, and use it for every split."),
    terms=(
        "label",
        "split",
        "validation set",
    ),
)
