"""One column stands where a table is needed, or the other way round."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="one-column-for-table",
    needs=("crash",),
    find=by_message(
        r"Expected 2D array, got (?:1D|scalar) array|y should be a 1d array, got an array of shape"
        r"|Reshape your data either using"
    ),
    title=N_("One column stands where a table is needed, or the other way round"),
    why=N_(
        "In scikit-learn, inputs have two axes, rows and columns, even where there is one column. Labels have one axis, unless each row has several."
    ),
    change=N_(
        'For inputs, write `frame[["x"]]` or `x.reshape(-1, 1)`; for labels, `y.ravel()`, or `argmax(axis=1)` if there is one number for each class.'
    ),
    terms=("shape", "column", "label"),
)
