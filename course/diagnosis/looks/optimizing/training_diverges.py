"""The loss grows until it is no number."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    found = training.not_a_number
    if found is None or training.half or not (training.grew or found.stage == "weights"):
        return None
    numbers = [loss for loss in training.losses if math.isfinite(loss)]
    return Found(
        "likely",
        {"step": found.step + 1, "rate": max(training.rates, default=0.0)},
        [
            (N_("first loss"), round(numbers[0], 3) if numbers else "?"),
            (N_("greatest loss"), f"{max(numbers):.3g}" if numbers else "?"),
            (N_("first step with `nan` or an infinite value"), found.step + 1),
            (N_("highest learning rate"), max(training.rates, default="?")),
        ],
        call_place(facts, "SGD", "AdamW", "Adam", "RMSprop", "TrainingArguments", option="lr")
        or call_place(facts, "TrainingArguments", option="learning_rate"),
    )


LOOK = Look(
    name="training-diverges",
    needs=("training",),
    find=find,
    title=N_("The training diverges: the loss grows until it is `nan`"),
    why=N_(
        "Each step changes the weights by so much that the loss and the next gradients are greater still. In training step {step}, they are `nan` or infinite. The learning rate is {rate:.2g}."
    ),
    change=N_(
        "Divide the learning rate by 10, and again by 10 if that is not enough. Scale inputs and labels to about 1, and clip the gradients (`clip_grad_norm_`, `clipnorm`)."
    ),
    read="ch8 learning-rate",
    terms=(
        "learning rate",
        "NaN",
        "gradient clipping",
    ),
)
