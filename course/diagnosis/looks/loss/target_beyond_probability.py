"""A loss for probabilities gets targets that are none."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

LOSSES = ("binary_cross_entropy_with_logits", "binary_cross_entropy")
FAR = 0.4
"""How far a target must be from 0 and 1 to be no label."""


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        least, most = call.targets.least, call.targets.most
        if call.name not in LOSSES or call.each or least is None or most is None:
            continue
        # a label may be softened a little, or rounded
        if least < -FAR or most > 1 + FAR:
            return Found(
                "certain",
                {"least": least, "most": most},
                [(N_("smallest target"), round(least, 3)), (N_("greatest target"), round(most, 3))],
                call_place(facts, "BCEWithLogitsLoss", "binary_cross_entropy_with_logits")
                or call_place(facts, "compile", option="loss"),
            )
    return None


LOOK = Look(
    name="target-beyond-probability",
    needs=("loss_calls",),
    find=find,
    title=N_("A loss for probabilities gets targets that are none"),
    why=N_(
        "The binary cross-entropy takes targets from 0 to 1, and here they go from {least:.3g} to {most:.3g}. For other targets it has no smallest value: the more extreme the outputs are, the lower it falls, below 0 and without an end."
    ),
    change=N_(
        "For labels, use 0 and 1: labels that begin at 1 have to be shifted, -1 and 1 become 0 and 1, and more than two classes need `CrossEntropyLoss`. For numbers or standardized images, use `MSELoss`, or scale the targets to 0 … 1 and do not standardize them."
    ),
    terms=("loss function", "target", "logits"),
)
