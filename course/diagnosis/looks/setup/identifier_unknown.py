"""Keras does not know a name that stands for a loss, a metric or an optimizer."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Could not interpret (\w+)(?: function)? identifier: ['\"]?([\w-]+)|Unknown (\w+)(?: function)?: ['\"]?(\w+)",
    )
    if found is None:
        return None
    return Found(
        "likely",
        {"kind": found.group(1) or found.group(3), "name": found.group(2) or found.group(4)},
        [(N_("error message"), found.string[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="identifier-unknown",
    needs=("crash",),
    find=find,
    title=N_("Keras does not know this name"),
    why=N_(
        "A loss, a metric, an activation or an optimizer can be given as a string. Keras knows no {kind} with the name `{name}`."
    ),
    change=N_(
        "Give the object itself, such as `keras.losses.SparseCategoricalCrossentropy(from_logits=True)`: it also takes settings."
    ),
    terms=(
        "Keras",
        "loss function",
        "metric",
    ),
    last=True,
)
