"""The loss is no number, although the outputs of the model are."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    found = facts.training.spoiled("loss")
    if found is None:
        return None
    return Found(
        "likely",
        {"step": found.step + 1},
        [
            (N_("training step"), found.step + 1),
            (N_("outputs that are `nan`"), 0),
            (N_("loss"), next((f"{loss}" for loss in facts.training.losses if not math.isfinite(loss)), "nan")),
        ],
        call_place(facts, "log", "log2", "sqrt", "div", "pow", "exp"),
    )


LOOK = Look(
    name="nan-in-loss",
    needs=("training",),
    find=find,
    title=N_("The loss is `nan` or infinite, although the outputs are finite"),
    why=N_(
        "In training step {step}, the outputs of the model are finite, but the loss computed from them is `nan` or infinite. So the calculation of the loss takes the logarithm of 0, or divides by 0."
    ),
    change=N_(
        "Use a function that is made for it, as `cross_entropy` or `log_softmax`. In a calculation of your own, keep probabilities above 0 (`clamp(min=1e-8)`), and divide by `max(count, 1)`."
    ),
    read="ch8 label-count",
    terms=(
        "NaN",
        "loss",
        "logits",
    ),
)
