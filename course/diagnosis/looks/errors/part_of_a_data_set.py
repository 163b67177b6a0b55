"""A part of a data set is asked for what the whole one has."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="part-of-a-data-set",
    needs=("crash",),
    find=by_message(r"'Subset' object has no attribute '(?P<name>\w+)'"),
    title=N_("A part of a data set has no `{name}`"),
    why=N_("`random_split` and `Subset` return an object that knows the whole data set and the numbers of its rows."),
    change=N_(
        "Write `part.dataset.{name}`; if it has a value for each row, take those with the numbers in `part.indices`. A transform that is set there changes both parts."
    ),
    terms=("split", "data set"),
)
