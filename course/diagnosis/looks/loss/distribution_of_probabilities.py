"""A distribution gets probabilities as its logits."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.probabilities is None:
        return None
    return Found(
        "certain",
        {},
        [(N_("sum of each row"), 1), (N_("greatest value"), round(facts.training.probabilities, 3))],
        call_place(facts, "Categorical", option="logits"),
    )


LOOK = Look(
    name="distribution-of-probabilities",
    needs=("training",),
    find=find,
    title=N_("A distribution gets probabilities as its logits"),
    why=N_(
        "What `Categorical` gets as `logits` are probabilities: none is below 0, and each row adds up to 1. It applies the softmax to them once more, and after that the choices differ far less than they should: of two, none gets more than 0.731."
    ),
    change=N_(
        "Give the probabilities their own name, `Categorical(probs=…)`, or leave out the softmax and give the logits."
    ),
    terms=("softmax", "logits", "probability"),
)
