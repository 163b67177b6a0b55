"""Sigmoid is applied twice."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    given = [call for call in facts.loss_calls if call.name == "binary_cross_entropy_with_logits"]
    if len(given) < 3 or any((call.outputs.least or 0) < 0 or (call.outputs.most or 0) > 1 for call in given):
        return None
    if sum(math.prod(call.outputs.shape) for call in given) < 40 or all(
        call.outputs.least == call.outputs.most for call in given
    ):
        return None
    known = {call.activation for call in given}
    if not known & {"sigmoid", ""}:
        # logits may happen to lie between 0 and 1
        return None
    return Found(
        "certain" if known == {"sigmoid"} else "likely",
        {},
        [
            (N_("smallest input of the loss"), round(min(call.outputs.least or 0 for call in given), 4)),
            (N_("greatest input of the loss"), round(max(call.outputs.most or 0 for call in given), 4)),
        ],
        call_place(facts, "sigmoid", "Sigmoid"),
    )


LOOK = Look(
    name="sigmoid-twice",
    needs=("loss_calls",),
    find=find,
    title=N_("Sigmoid is applied twice"),
    why=N_(
        "The loss applies the sigmoid function itself. Its inputs lie between 0 and 1 already, so with a second sigmoid every probability is at least 0.5."
    ),
    change=N_("Give the loss the logits, and apply sigmoid only to make predictions."),
    terms=(
        "logits",
        "probability",
        "loss function",
    ),
)
