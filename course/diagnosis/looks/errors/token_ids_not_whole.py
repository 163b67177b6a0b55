"""The token ids are no whole numbers."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="token-ids-not-whole",
    needs=("crash",),
    find=by_message(
        r"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got"
    ),
    title=N_("The token ids are no whole numbers"),
    why=N_(
        "An embedding looks up rows by whole numbers. The token ids of this batch were turned into decimal numbers."
    ),
    change=N_(
        "Make the tensor of token ids with `dtype=torch.long`, and turn only targets that are real numbers into decimals."
    ),
    terms=(
        "token id",
        "dtype",
        "tensor",
    ),
)
