"""A label is not among the names of a ClassLabel, or not below the number of classes."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="name-no-class",
    needs=("crash",),
    find=by_message(
        r"Class label .{1,20} greater than configured num_classes|Invalid string class label"
        r"|Class values must be (?:smaller than num_classes|non-negative)"
        r"|is out of bounds for axis 1 with size \d+.*to_categorical"
    ),
    title=N_("A label is not among the classes that were said to exist"),
    why=N_(
        "Classes have the numbers 0, 1, 2 and so on, or one of the given names. One label is none of these: often the classes are counted from 1, or a name is written in another way."
    ),
    change=N_("Print the labels that there are, `sorted(set(labels))`, and number them from 0."),
    terms=("label", "number of labels"),
)
