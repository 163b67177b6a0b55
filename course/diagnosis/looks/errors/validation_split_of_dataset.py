"""Keras cannot split off the end of a data set of batches."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="validation-split-of-dataset",
    needs=("crash",),
    find=by_message(r"`validation_split`.*only (?:supported|supports)|only supports?.*`validation_split`"),
    title=N_("`validation_split` does not work with a data set"),
    why=N_(
        "Keras takes the last rows of arrays for the validation. Of a data set of batches, it does not know where its last part begins."
    ),
    change=N_(
        "Split the data set yourself, `data.take(n)` and `data.skip(n)`, and give one part as `validation_data`."
    ),
    terms=(
        "validation set",
        "data set",
    ),
)
