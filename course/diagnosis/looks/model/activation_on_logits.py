"""An activation function cuts off the negative logits."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    given = [call for call in facts.loss_calls if call.name == "cross_entropy" and call.outputs.shape[-1:] != (1,)]
    if len(given) < 3:
        return None
    cut = [
        call
        for call in given
        if call.outputs.least == 0.0 and (call.outputs.distinct or 0) < 0.9 * math.prod(call.outputs.shape)
    ]
    if len(cut) < len(given) or any(call.sums_to_one for call in given):
        return None
    return Found(
        "likely",
        {},
        [
            (N_("smallest input of the loss"), 0.0),
            (N_("different values"), given[0].outputs.distinct),
            (N_("values in all"), math.prod(given[0].outputs.shape)),
        ],
        call_place(facts, "relu", "ReLU", "gelu", "Dense"),
    )


LOOK = Look(
    name="activation-on-logits",
    needs=("loss_calls",),
    find=find,
    title=N_("An activation function cuts off the negative logits"),
    why=N_(
        "No logit is below 0, and many are exactly 0: a ReLU stands behind the last layer. Where it gives 0, no gradient passes, and a class cannot be ruled out."
    ),
    change=N_("Give the loss what the last linear layer returns, without an activation function."),
    terms=(
        "logits",
        "layer",
        "gradient",
    ),
)
