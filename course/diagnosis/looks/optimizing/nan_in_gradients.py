"""The loss is a number, but its gradient is none."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    found = facts.training.spoiled("gradients")
    if found is None:
        return None
    numbers = [loss for loss in facts.training.losses if math.isfinite(loss)]
    return Found(
        "likely",
        {"step": found.step + 1, "name": found.name or "?"},
        [
            (N_("training step"), found.step + 1),
            (N_("loss"), round(numbers[-1], 4) if numbers else "?"),
            (N_("weight with such a gradient"), found.name or "?"),
        ],
        call_place(facts, "sqrt", "norm", "where", "acos", "pow", "std", "cdist"),
    )


LOOK = Look(
    name="nan-in-gradients",
    needs=("training",),
    find=find,
    title=N_("The loss is finite, but its gradient is not"),
    why=N_(
        "In training step {step}, the loss is finite, but the gradient of `{name}` is `nan` or infinite. The slope of a root is infinite at 0 (with TensorFlow, that of `tf.norm` as well), and `where` computes the gradient of both of its branches, also of the one that it leaves out."
    ),
    change=N_(
        "Add a small number under the root: `sqrt(x + 1e-8)`. Keep the value that would be wrong out of the branch before the calculation, not after it."
    ),
    read="ch8 label-count",
    terms=(
        "NaN",
        "gradient",
        "backward pass",
    ),
)
