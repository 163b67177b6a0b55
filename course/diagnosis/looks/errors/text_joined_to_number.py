"""A text and something that is no text are joined."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="text-joined-to-number",
    needs=("crash",),
    find=by_message(
        r"can only concatenate str \(not|sequence item \d+: expected str instance"
        r"|must be str, not (?:int|float|list|Tensor|NoneType)"
    ),
    title=N_("A text is joined to something that is no text"),
    why=N_("`+` and `join` put texts together, and convert nothing."),
    change=N_("Convert the value with `str(value)`, or write an f-string, which converts each value."),
    terms=("exception",),
)
