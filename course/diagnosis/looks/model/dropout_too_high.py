"""Dropout leaves hardly any units."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

HIGH = 0.75
"""From which share on more is dropped than anybody needs."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    rate, place = facts.layers.dropout, call_place(facts, "Dropout", "dropout")
    # a model of a library may have its reasons
    if rate < HIGH or place is None:
        return None
    return Found(
        "likely",
        {"rate": rate, "left": 1 - rate},
        [(N_("share of the units that dropout sets to 0"), rate)],
        place,
    )


LOOK = Look(
    name="dropout-too-high",
    needs=("layers",),
    find=find,
    title=N_("Dropout leaves hardly any units"),
    why=N_(
        "Dropout sets {rate:.0%} of the units to 0 in training, and only {left:.0%} are left. The number says how many are dropped, not how many are kept. With so few units, the model can hardly learn the training set itself."
    ),
    change=N_("Use a share between 0.1 and 0.5."),
    terms=("dropout", "layer", "underfitting"),
)
