"""A function of `map` returns something else than a dictionary of columns."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="map-returns-other",
    needs=("crash",),
    find=by_message(r"applied to all elements of table returns"),
    title=N_("A function of `map` returns something else than columns"),
    why=N_(
        "For each row `map` takes a dictionary with a value for each column. With `batched=True` it takes a dictionary with a list for each column, all of the same length."
    ),
    change=N_(
        "Return a dictionary with these columns, and look whether the function was written for one row or for a batch."
    ),
    terms=("column", "batch", "dictionary"),
)
