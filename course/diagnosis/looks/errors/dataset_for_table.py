"""A data set of 🤗 Datasets is used like a table of pandas."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="dataset-for-table",
    needs=("crash",),
    find=by_message(
        r"'Dataset' object has no attribute '(?P<name>head|tail|iloc|loc|columns|values|apply|dropna|drop|sample|groupby|value_counts|describe|drop_duplicates|to_numpy|fillna|astype|append|concat)'"
    ),
    title=N_("A data set of 🤗 Datasets is used like a table of pandas"),
    why=N_("A `Dataset` has other methods: `select`, `filter`, `map`, `sort` and `shuffle`. It has no `{name}`."),
    change=N_(
        "Use these methods, or turn the data set into a table with `to_pandas()`, and the table into a data set with `Dataset.from_pandas(…)`."
    ),
    terms=("data set", "column"),
)
