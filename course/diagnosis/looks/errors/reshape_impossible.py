"""The numbers do not fill the new shape."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="reshape-impossible",
    needs=("crash",),
    find=by_message(
        r"shape '(?P<shape>\[.*?\])' is invalid for input of size (?P<size>\d+)|cannot reshape (?:array|a tensor)|Input to reshape is a tensor with|total size of the tensor must be unchanged"
    ),
    title=N_("The numbers do not fill the new shape"),
    why=N_(
        "A new shape must have room for exactly as many numbers as there are. Often a layer before gives another width or height than you think, or the batch has another size."
    ),
    change=N_(
        "Print the shape before this line. Keep the first axis as it is, `x.view(x.size(0), -1)` or `torch.flatten(x, 1)`, and take the width from there."
    ),
    terms=(
        "shape",
        "tensor",
    ),
    last=True,
)
