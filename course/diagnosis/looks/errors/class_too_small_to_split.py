"""A class has too few examples to be split."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="class-too-small-to-split",
    needs=("crash",),
    find=by_message(
        r"least populated class in y has only"
        r"|n_splits=\d+ cannot be greater than the number of members in each class"
        r"|minimum number of groups for any class"
    ),
    title=N_("A class has too few examples to be in both parts"),
    why=N_(
        "With `stratify`, each class is divided between the two parts. One class has a single example. If the labels are numbers of a regression, nearly every value is a class of its own."
    ),
    change=N_("Leave `stratify` out, or join rare classes. Numbers of a regression cannot be stratified as they are."),
    terms=("split", "label"),
)
