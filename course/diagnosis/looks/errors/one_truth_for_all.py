"""A comparison returns one truth value where one for each row is expected."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="one-truth-for-all",
    needs=("crash",),
    find=by_message(r"'bool' object has no attribute '(?P<name>sum|mean|all|any|float|item|astype|long|cpu|to)'"),
    title=N_("A comparison returns one truth value for all rows"),
    why=N_(
        "Arrays and tensors are compared row by row, and give a truth value for each. Two lists, or anything and a text or `None`, are equal or not as a whole."
    ),
    change=N_("Turn both sides into tensors or arrays, and print their shapes."),
    terms=("tensor", "shape"),
)
