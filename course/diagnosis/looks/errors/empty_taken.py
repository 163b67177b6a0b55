"""The greatest of nothing is asked for."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="empty-taken",
    needs=("crash",),
    find=by_message(
        r"arg is an empty sequence|of an empty sequence|zero-size array to reduction"
        r"|iterable argument is empty|Cannot choose from an empty sequence|No columns to parse from file"
        r"|Cannot set a frame with no defined columns",
        "likely",
    ),
    title=N_("Something is empty"),
    why=N_("A maximum, a mean or a choice is taken of a list, an array or a file without anything in it."),
    change=N_("Print its length just before this line, and look why nothing has come in."),
    terms=("exception",),
    last=True,
)
