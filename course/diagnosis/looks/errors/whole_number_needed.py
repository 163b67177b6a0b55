"""A floating-point number stands where a whole one is needed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="whole-number-needed",
    needs=("crash",),
    find=by_message(
        r"'(?:numpy\.)?float(?:32|64)?' object cannot be interpreted as an integer"
        r"|integer (?:end )?argument expected, got '?float|must be tuple of ints, ?but got float"
        r"|'Tensor' object cannot be interpreted as an integer|Expected int.*got float"
        r"|must be an integer, not float"
    ),
    title=N_("A floating-point number stands where a whole one is needed"),
    why=N_(
        "Sizes, numbers of steps and of rows are whole numbers. A division with `/` returns a floating-point number, even where nothing is left over."
    ),
    change=N_("Divide with `//`, or write `int(…)`."),
    terms=("dtype",),
)
