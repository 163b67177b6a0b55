"""The penalty on the weights is far greater than the loss."""

from __future__ import annotations

import math
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

MOST = 0.8
"""The share of the loss from which on the rest of it counts for little."""

REGULARIZER = re.compile(r"regulari[sz]er|\b[lL][12]\b|\bl1_l2\b")
"""What is in the text of programs that put a penalty on the weights."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    assert facts.training is not None
    penalty, losses = facts.layers.penalty, facts.training.losses
    # `add_loss` may also add the loss itself
    if not REGULARIZER.search(facts.source) or not losses or not math.isfinite(losses[0]):
        return None
    if penalty < MOST * losses[0] or penalty <= 0:
        return None
    return Found(
        "likely",
        {"penalty": penalty, "loss": losses[0]},
        [
            (N_("first loss"), round(losses[0], 3)),
            (N_("part of it that is the penalty on the weights"), round(penalty, 3)),
        ],
        call_place(facts, "l2", "L2", "l1", "L1", "l1_l2"),
    )


LOOK = Look(
    name="penalty-outweighs",
    needs=(
        "layers",
        "training",
    ),
    find=find,
    title=N_("The penalty on the weights is far greater than the loss"),
    why=N_(
        "Of the first loss of {loss:.3g}, {penalty:.3g} is the penalty that the regularizers put on the weights. So the training mostly makes the weights smaller, and they come close to 0 before they have learned anything."
    ),
    change=N_("Use a much smaller factor, such as `regularizers.l2(1e-4)`."),
    terms=("weight decay", "loss function", "weight"),
)
