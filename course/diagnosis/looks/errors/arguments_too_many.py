"""A function gets more values than it takes."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="arguments-too-many",
    needs=("crash",),
    find=by_message(
        r"takes (?:from \d+ to )?\d+ positional arguments? but \d+ (?:was|were) given"
        r"|got multiple values for argument",
        "likely",
    ),
    title=N_("A function gets more values than it takes"),
    why=N_(
        "The call gives the function more values than it has arguments for, or one argument twice. For a method, Python counts the object itself, `self`, too."
    ),
    change=N_(
        "Compare the call with the line that defines the function. Give optional arguments by their names: `function(x, name=value)`."
    ),
    terms=("argument", "function signature"),
    last=True,
)
