"""A report gets another number of names than there are classes."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="names-for-other-classes",
    needs=("crash",),
    find=by_message(r"Number of classes, (?P<classes>\d+), does not match size of target_names, (?P<names>\d+)"),
    title=N_("The report gets {names} names for {classes} classes"),
    why=N_(
        "Only the classes that occur in these labels and predictions are counted. In a small test set a class can be missing, or the model never predicts one."
    ),
    change=N_("Say which classes there are: `classification_report(…, labels=range(number), target_names=names)`."),
    terms=("metric", "label"),
)
