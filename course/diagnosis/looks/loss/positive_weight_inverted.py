"""The weight of the positive label makes rare labels count less."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

NEAR = 1.1
"""How many times as large as the share of positive labels among the others, or as small, the weight is that comes from it."""
RARE = 0.4
"""The share of positive labels below which they are the rare ones."""


def find(facts: Facts) -> Found | None:
    shares = [call.share for call in facts.loss_calls if call.positive and call.share is not None]
    call = next((call for call in facts.loss_calls if len(call.positive) == 1), None)
    if call is None or not shares:
        return None
    share, weight = sum(shares) / len(shares), call.positive[0]
    if not 0 < share < RARE or not 0 < weight < 1:
        return None
    # another weight below 1 may be meant
    if abs(math.log(weight * (1 - share) / share)) > math.log(NEAR):
        return None
    return Found(
        "likely",
        {"share": share, "weight": weight, "right": (1 - share) / share},
        [(N_("share of positive labels"), round(share, 3)), (N_("`pos_weight`"), round(weight, 3))],
        call_place(facts, "BCEWithLogitsLoss", "binary_cross_entropy_with_logits", option="pos_weight"),
    )


LOOK = Look(
    name="positive-weight-inverted",
    needs=("loss_calls",),
    find=find,
    title=N_("`pos_weight` makes the rare label count less in place of more"),
    why=N_(
        "Only {share:.0%} of the labels are positive, and `pos_weight` multiplies their loss by {weight:.3g}. So the model learns to say no to everything."
    ),
    change=N_("Use the number of negative labels divided by that of the positive ones, here about {right:.3g}."),
    terms=("class weight", "label frequency", "loss function"),
)
