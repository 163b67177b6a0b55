"""Rows are chosen by truth values of another length."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="rows-chosen-by-other-rows",
    needs=("crash",),
    find=by_message(
        r"The shape of the mask \[.*?\] at index|Boolean array expected|Unalignable boolean Series"
        r"|Item wrong length \d+ instead of \d+"
    ),
    title=N_("Rows are chosen by a mask of another length"),
    why=N_(
        "A mask of truth values chooses rows: it needs one value for each of them. This one was made from other rows."
    ),
    change=N_("Make the mask from the same array that it is used on, and print both lengths."),
    terms=("shape", "split"),
)
