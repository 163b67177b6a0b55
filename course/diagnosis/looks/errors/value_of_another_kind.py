"""A value of another kind is to become a number or a text."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="value-of-another-kind",
    needs=("crash",),
    find=by_message(
        r"(?:int|float)\(\) argument must be a string.*not '(?P<kind>[\w.]+)'"
        r"|expected string or bytes-like object|must be real number, not"
        r"|unsupported operand type\(s\) for .*'(?:list|dict|tuple|set)'|expected str, bytes or os\.PathLike"
        r"|argument of type '(?:int|float)' is not iterable|bad operand type for unary",
        "likely",
    ),
    title=N_("A value is of another kind than the line expects"),
    why=N_("A list, a dictionary or `None` stands where one number or one text is needed."),
    change=N_(
        'Print the value and its type just before this line. Take the part of it that is meant, such as `result["accuracy"]`.'
    ),
    terms=("exception",),
    last=True,
)
