"""A tensor or an array is to be written as JSON."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="not-serializable",
    needs=("crash",),
    find=by_message(r"Object of type (?P<kind>\w+) is not JSON serializable"),
    title=N_("JSON has no such value"),
    why=N_(
        "JSON knows numbers, texts, lists and dictionaries of Python. A value of the type `{kind}` is none of them, even if it looks like a number."
    ),
    change=N_(
        "Convert it before it is written: `float(value)` or `value.item()` for one number, `value.tolist()` for several."
    ),
    terms=(
        "tensor",
        "dtype",
    ),
)
