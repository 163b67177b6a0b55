"""`view` gets a tensor whose numbers do not lie in memory in its order."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="view-of-scattered-numbers",
    needs=("crash",),
    find=by_message(r"view size is not compatible with input tensor's size and stride"),
    title=N_("`view` gets a tensor whose numbers lie in another order"),
    why=N_(
        "`transpose`, `permute` and slices do not move the numbers in memory, and `view` needs them in the order of the axes."
    ),
    change=N_(
        "Write `reshape(…)` in place of `view(…)`. If axes were meant to be exchanged, use `transpose` or `permute`: neither `view` nor `reshape` does that."
    ),
    terms=("tensor", "shape"),
)
