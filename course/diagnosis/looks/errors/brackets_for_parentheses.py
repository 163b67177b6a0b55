"""What is no function is called like one."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="brackets-for-parentheses",
    needs=("crash",),
    find=by_message(
        r"'(?P<kind>torch\.Size|tuple|list|dict|int|float|str|numpy\.\w+|DataFrame|Series|Parameter)' object is not callable"
    ),
    title=N_("Something that is no function is called"),
    why=N_(
        "Round brackets behind a name call it. Here the name stands for an object of the kind `{kind}`, which cannot be called."
    ),
    change=N_(
        "Take a part of it with square brackets, as in `x.shape[0]`. If it should be a function, look where the name was given another value."
    ),
    terms=(
        "exception",
        "shape",
    ),
    last=True,
)
