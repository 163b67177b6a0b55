"""A shape is given as a number."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="shape-not-a-tuple",
    needs=("crash",),
    find=by_message(r"Cannot convert '(?P<shape>[^']*)' to a shape"),
    title=N_("A shape is written as a number"),
    why=N_("A shape is a list of lengths, even if there is one axis only. `(12)` is the number 12."),
    change=N_("Write a comma after it: `shape=({shape},)`."),
    terms=("shape", "Keras"),
)
