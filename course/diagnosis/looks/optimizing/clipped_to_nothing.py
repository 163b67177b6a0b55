"""Gradients are clipped to so small a norm that plain steps move nothing."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SMALL = 1e-3
"""The greatest norm that leaves nothing of a step at usual rates."""


def find(facts: Facts) -> Found | None:
    # what divides by the size of the gradients makes up for it
    if facts.training is None or facts.training.optimizer != "SGD":
        return None
    for call in calls(facts, "clip_grad_norm_", "SGD"):
        known = assigned(facts, call)
        limit = call.args[1] if called(call) != "SGD" and len(call.args) > 1 else None
        for each in call.keywords:
            limit = each.value if each.arg in ("max_norm", "clipnorm", "global_clipnorm") else limit
        words = ast.unparse(known.get(ast.unparse(limit), limit)) if limit is not None else ""
        if re.fullmatch(r"[\d.]+(?:e-\d+)?", words) and 0 < float(words) <= SMALL:
            rate = max(facts.training.rates, default=0.0)
            return Found(
                "likely",
                {"limit": float(words), "rate": rate},
                [(N_("greatest norm of the gradients"), float(words)), (N_("learning rate"), rate)],
                place_of(facts, call),
            )
    return None


LOOK = Look(
    name="clipped-to-nothing",
    needs=("training",),
    find=find,
    title=N_("The gradients are clipped to almost nothing"),
    why=N_(
        "All gradients together are made as small as {limit:.3g}, and the optimizer multiplies them by the learning rate of {rate:.3g}. So each step moves the weights by almost nothing."
    ),
    change=N_("Clip at a norm that usual gradients hardly reach, such as 1.0."),
    terms=("gradient clipping", "gradient", "learning rate"),
)
