"""Weights are unfrozen that the optimizer does not have."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    count = facts.training.unfrozen
    if not count:
        return None
    return Found(
        "certain",
        {"count": count},
        [(N_("weights that were unfrozen and are in no optimizer"), count)],
        attribute_place(facts, "requires_grad", "requires_grad_"),
    )


LOOK = Look(
    name="unfrozen-too-late",
    needs=("training",),
    find=find,
    title=N_("Weights are unfrozen that the optimizer does not have"),
    why=N_(
        "{count} weights were frozen when the optimizer was made, and it was made without them. Later they were unfrozen: since then they get gradients, but no optimizer changes them. A Trainer makes its optimizer only from the weights that are not frozen at that moment."
    ),
    change=N_(
        'Make the optimizer while all weights that it is ever to change are unfrozen, and freeze them afterwards. Or add them when you unfreeze them: `optimizer.add_param_group({{"params": …}})`.'
    ),
    terms=("frozen weight", "optimizer", "gradient"),
)
