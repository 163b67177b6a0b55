"""The loss is no tensor any more."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="loss-made-a-number",
    needs=("crash",),
    find=by_message(r"'(?P<kind>float|int|numpy\.\w+|ndarray)' object has no attribute 'backward'"),
    title=N_("The loss was made a plain number before the backward pass"),
    why=N_(
        "The loss is a `{kind}` here. Only a tensor knows how it was calculated, which the backward pass needs; `item()`, `float()` and NumPy lose that."
    ),
    change=N_("Call `loss.backward()` on the tensor, and use `loss.item()` only for what you print or add up."),
    terms=(
        "loss",
        "backward pass",
        "computation graph",
    ),
)
