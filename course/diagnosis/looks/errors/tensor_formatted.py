"""A value is formatted as a number, and is none."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="tensor-formatted",
    needs=("crash",),
    find=by_message(
        r"unsupported format string passed to (?P<kind>[\w.]+)\.__format__"
        r"|Unknown format code '\w' for object of type"
    ),
    title=N_("A value is printed like a number, and is none"),
    why=N_("`:.3f` in an f-string takes one number. Here a tensor, a list, a dictionary or a text is given."),
    change=N_("Give one number: `loss.item()`, or one value of the dictionary."),
    terms=("tensor",),
)
