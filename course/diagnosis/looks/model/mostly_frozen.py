"""Almost all weights are frozen, and the loss does not fall."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

ADAPTED = re.compile(r"lora|adapter|peft|prefix_tuning|soft_prompt", re.IGNORECASE)
"""What programs have in them that train few weights on purpose."""


def find(facts: Facts) -> Found | None:
    assert facts.model is not None and facts.training is not None
    trainable, parameters, losses = facts.model.trainable, facts.model.parameters, facts.training.losses
    if not facts.model.head_only or len(losses) < 60 or ADAPTED.search(facts.source):
        return None
    start, end = sum(losses[:5]) / 5, sum(losses[-20:]) / 20
    # it may have fallen in a training of the whole model, before this one
    lowest = min(sum(losses[at : at + 20]) / 20 for at in range(0, len(losses) - 19, 10))
    if min(end, lowest) < 0.85 * start:
        return None
    return Found(
        "likely",
        {"trainable": trainable, "parameters": parameters, "start": start, "end": end},
        [
            (N_("parameters"), parameters),
            (N_("trainable parameters"), trainable),
            (N_("mean of the first 5 losses"), round(start, 3)),
            (N_("mean of the last 20 losses"), round(end, 3)),
        ],
        attribute_place(facts, "requires_grad", "requires_grad_", "trainable"),
    )


LOOK = Look(
    name="mostly-frozen",
    needs=(
        "model",
        "training",
    ),
    find=find,
    title=N_("Almost all weights are frozen, and the loss does not fall"),
    why=N_(
        "Only {trainable} of {parameters} parameters are trained. The loss was {start:.2f} at the start and is {end:.2f} at the end: what is left cannot learn the task at this learning rate."
    ),
    change=N_(
        "Unfreeze the model, or at least its last layers. If only the head is to be trained, give it a higher learning rate."
    ),
    terms=(
        "frozen weight",
        "classification head",
        "learning rate",
    ),
)
