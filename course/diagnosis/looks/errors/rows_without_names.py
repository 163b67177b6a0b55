"""The Trainer gets rows without names."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="rows-without-names",
    needs=("crash",),
    find=by_message(r"vars\(\) argument must have __dict__ attribute"),
    title=N_("The rows of the data set have no names"),
    why=N_(
        'The Trainer makes a batch from dictionaries such as `{{"input_ids": …, "labels": …}}`, and hands it to the model by these names. Here each row is something else, such as the tuple of a `TensorDataset`.'
    ),
    change=N_(
        "Let each row be a dictionary with the names that the model takes: use a 🤗 data set, or return a dictionary from `__getitem__`."
    ),
    terms=(
        "Trainer",
        "dictionary",
        "collator",
    ),
)
