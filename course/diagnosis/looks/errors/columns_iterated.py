"""A piece of a data set is gone through as if it were a list of rows."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="columns-iterated",
    needs=("crash",),
    find=by_message(r"string indices must be integers", "likely"),
    title=N_("A part of a data set is taken for a list of rows"),
    why=N_(
        "`data[:10]` is a dictionary with a list for each column. A loop over a dictionary gets its keys, the names of the columns, and not rows."
    ),
    change=N_("Write `for row in data.select(range(10))`, or go through the columns with `zip`."),
    terms=(
        "data set",
        "column",
        "dictionary",
    ),
    last=True,
)
