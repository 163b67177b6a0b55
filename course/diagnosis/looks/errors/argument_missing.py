"""A function does not get a value that it needs."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="argument-missing",
    needs=("crash",),
    find=by_message(
        r"missing \d+ required (?:positional|keyword-only) arguments?: (?P<names>'(?!self).+)",
        "likely",
    ),
    title=N_("A function does not get a value that it needs"),
    why=N_(
        "The call leaves out {names}, for which the function has no default. If it is the library that calls a function of yours, it gives other arguments than yours takes."
    ),
    change=N_("Give the missing value, or give the argument a default where the function is defined."),
    terms=("argument", "function signature", "default"),
    last=True,
)
