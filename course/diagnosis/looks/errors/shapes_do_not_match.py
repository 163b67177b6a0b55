"""Two tensors of different lengths meet."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="shapes-do-not-match",
    needs=("crash",),
    find=by_message(
        r"The size of tensor a \((?P<first>\d+)\) must match the size of tensor b \((?P<second>\d+)\)|operands could not be broadcast together|Incompatible shapes|Dimensions must be equal, but are|Matrix size-incompatible|not aligned: \d+|mismatch in its core dimension|required broadcastable shapes|has different ndims|Shape must be rank",
        "likely",
    ),
    title=N_("Two tensors do not fit together"),
    why=N_(
        "A calculation number by number needs two tensors with the same lengths along each axis, or with the length 1. These two have different ones."
    ),
    change=N_(
        "Print both shapes. Where a sum skips layers, both sides need the same width; a layer such as `nn.Linear(width_before, width_after)` brings one to the other."
    ),
    terms=(
        "shape",
        "tensor",
    ),
    last=True,
)
