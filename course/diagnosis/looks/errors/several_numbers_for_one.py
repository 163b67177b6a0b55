"""Several numbers are taken for one."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="several-numbers-for-one",
    needs=("crash",),
    find=by_message(
        r"a Tensor with (?P<count>\d+) elements cannot be converted to Scalar|only one element tensors can be converted|only (?:length-1|size-1|0-dimensional) arrays can be converted|can only convert an array of size 1"
    ),
    title=N_("Several numbers are taken for a single one"),
    why=N_("`item()`, `float()` and `int()` make one Python number of a tensor. This one has several."),
    change=N_(
        'Reduce it first, with `mean()` or `sum()`; of a loss, leave out `reduction="none"`. For all of its numbers, use `tolist()`.'
    ),
    terms=(
        "tensor",
        "loss function",
    ),
    last=True,
)
