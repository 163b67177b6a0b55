"""No rows are left where some are needed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="rows-all-gone",
    needs=("crash",),
    find=by_message(
        r"Found array with 0 (?:sample|feature)\(s\)|With n_samples=0|resulting train set will be empty"
        r"|Attempt to split by a split size of 0"
    ),
    title=N_("No rows are left"),
    why=N_("A filter, a join of tables, `dropna()` or a condition has taken all rows away, or the file had none."),
    change=N_("Print the number of rows after each of these steps."),
    terms=("split", "data set"),
)
