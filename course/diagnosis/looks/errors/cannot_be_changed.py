"""A part of something is assigned to that cannot be changed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="cannot-be-changed",
    needs=("crash",),
    find=by_message(
        r"'(?P<kind>tuple|str|bytes|range|Dataset|IterableDataset)' object does not support item assignment"
    ),
    title=N_("A part of a `{kind}` is assigned to, and it cannot be changed"),
    why=N_(
        "Tuples and texts stay as they are made. A data set of 🤗 Datasets is changed by methods that return a new one."
    ),
    change=N_(
        "Make a list of it first, or a new object. For a data set, write `data = data.map(…)` or `data = data.add_column(…)`."
    ),
    terms=("exception", "data set"),
)
