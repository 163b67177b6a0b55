"""A place is asked for that lies beyond the end."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="place-beyond-end",
    needs=("crash",),
    find=by_message(
        r"index -?\d+ is out of bounds for (?:dimension|axis)|(?:list|string|tuple|pop) index out of range"
        r"|single positional indexer is out-of-bounds|[Ii]ndex .{1,12} is out of (?:range|bounds)",
        "likely",
    ),
    title=N_("A place is asked for that lies beyond the end"),
    why=N_(
        "Places are counted from 0, so the last of ten rows has the number 9. This line asks for a place that is not there. Often a list is shorter than expected, or empty, or a number belongs to another list."
    ),
    change=N_("Print the length of what is indexed, and the index, just before this line."),
    terms=("traceback", "shape"),
    last=True,
)
