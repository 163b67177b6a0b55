"""A column has values of several types."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="column-of-mixed-types",
    needs=("crash",),
    find=by_message(
        r"tried to convert to \w+|Expected bytes, got a|Could not convert .{1,60} with type"
        r"|cannot mix (?:list|struct|str\w*)|Couldn't cast"
    ),
    title=N_("A column has values of several types"),
    why=N_(
        "A data set of 🤗 Datasets has one type for each column. In this one numbers are mixed with texts, or single values with lists."
    ),
    change=N_(
        'Convert the column before, for example with pandas: `frame["label"].astype(str)`. Look which types there are: `frame["label"].map(type).value_counts()`.'
    ),
    terms=("column", "dtype", "data set"),
)
