"""The Trainer has removed every column."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="columns-all-removed",
    needs=("crash",),
    find=by_message(r"No columns in the dataset match.*?have been ignored: \[(?P<columns>[^\]]*)\]"),
    title=N_("The Trainer has removed every column"),
    why=N_(
        "The Trainer keeps a column only if the model's `forward` has a parameter of its name. The data set has the columns {columns}, and none of them is one. What `with_transform` or `set_transform` would make of a row does not count: that happens only later."
    ),
    change=N_(
        "If a transform makes the inputs when a row is read, set `remove_unused_columns=False`. If not, hand over the data set that `map` has returned, with `input_ids`; the old one stays as it was. For a model of your own, give the columns the names that its `forward` takes."
    ),
    read="ch8 raw-dataset",
    terms=("column", "tokenizer", "data set"),
)
