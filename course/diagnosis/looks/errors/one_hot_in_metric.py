"""A metric gets labels with a number for each class, and predictions with the number of a class."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="one-hot-in-metric",
    needs=("crash",),
    find=by_message(
        r"mix of (?:multilabel-indicator and (?:multiclass|binary)|(?:multiclass|binary) and multilabel-indicator)"
    ),
    title=N_("Labels have one number for each class, and predictions the number of a class"),
    why=N_("One of the two was converted, and the other was not. A metric compares like with like."),
    change=N_("Turn both into class numbers: `y_true.argmax(axis=1)`."),
    terms=("metric", "label", "prediction"),
)
