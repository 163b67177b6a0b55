"""An object is asked for something that it does not have."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="attribute-not-there",
    needs=("crash",),
    find=by_message(
        r"'(?P<kind>[\w.]+)' object has no attribute '(?P<name>\w+)'",
        "likely",
    ),
    title=N_("An object is asked for something that it does not have"),
    why=N_(
        "The line asks a `{kind}` for `{name}`. Often the object is of another kind than expected: the data set and not its rows, a layer and not its output, a tuple and not its first part. Or the name is spelled wrongly, or was never set."
    ),
    change=N_("Print `type(x)` of the object just before this line, and look where it was made."),
    terms=("exception", "class"),
    last=True,
)
