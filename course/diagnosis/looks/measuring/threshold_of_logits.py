"""Logits are compared with a threshold for probabilities."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    logits = any(call.name == "binary_cross_entropy_with_logits" for call in facts.loss_calls)
    # who tries several has chosen one, and of several models nobody knows whose outputs these are
    chosen = len({each.number for each in facts.thresholds}) > 1
    several = facts.training is not None and facts.training.models != 1
    for each in facts.thresholds if not (chosen or several) else ():
        beyond = each.least < 0 or each.most > 1
        # one that is written down is round; another was calculated, or found in the data
        written = round(each.number, 2) == each.number
        if logits and beyond and written and 0.1 <= each.number <= 0.9:
            return Found(
                "likely",
                {"number": each.number, "probability": 1 / (1 + math.exp(-each.number))},
                [
                    (N_("smallest output"), round(each.least, 3)),
                    (N_("greatest output"), round(each.most, 3)),
                    (N_("threshold"), each.number),
                ],
                each.place,
            )
    return None


LOOK = Look(
    name="threshold-of-logits",
    needs=("loss_calls",),
    find=find,
    title=N_("Logits are compared with a threshold for probabilities"),
    why=N_(
        "The outputs are logits, which can be any numbers, and they are compared with {number:.3g}. A logit of {number:.3g} stands for a probability of {probability:.2f}, so some examples count as a no that the model takes for a yes."
    ),
    change=N_("Compare logits with 0, or apply `torch.sigmoid` before you compare with {number:.3g}."),
    terms=("logits", "probability"),
)
