"""A number is divided by 0."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="divided-by-zero",
    needs=("crash",),
    find=by_message(
        r"division by zero|integer modulo by zero|modulo by zero",
        "likely",
    ),
    title=N_("A number is divided by 0"),
    why=N_(
        "What is divided by is 0. Often a loop had no batch to count, or a number of steps was rounded down to 0, as in `len(data) // batch_size` with few rows."
    ),
    change=N_("Print what is divided by, and look why it is 0."),
    terms=("batch", "step"),
    last=True,
)
