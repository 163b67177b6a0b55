"""An array holds Python objects where numbers are needed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="array-of-objects",
    needs=("crash",),
    find=by_message(
        r"Unsupported object type (?:float|int|bool|NoneType|Timestamp|datetime\S*|dict)|numpy\.object_"
        r"|dtype object|array of type object",
        "likely",
    ),
    title=N_("An array holds objects of Python in place of numbers"),
    why=N_(
        "A table with columns of several types becomes an array of the type `object`: its entries may be texts, dates, truth values or `None`, although they look like numbers."
    ),
    change=N_(
        'Choose the columns with numbers, turn the others into numbers, and convert everything: `astype("float32")`.'
    ),
    terms=("dtype", "column"),
    last=True,
)
