"""One number stands where several values are expected."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="number-gone-through",
    needs=("crash",),
    find=by_message(
        r"iteration over a 0-d (?:tensor|array)"
        r"|'(?:int|float|numpy\.float64|numpy\.int64)' object is not (?:iterable|subscriptable)"
        r"|cannot unpack non-iterable (?:int|\w*Tensor) object|[Ii]terat\w+ over a scalar tensor"
        r"|iterate over a scalar|invalid index of a 0-dim tensor|invalid index to scalar variable"
        r"|object of type '(?:int|float)' has no len",
        "likely",
    ),
    title=N_("One value stands where several are expected"),
    why=N_(
        "The line goes through something, takes a part of it, or asks for its length, and it is a single value. Often `len(…)` was meant, or `range(…)` is missing, or a mean was taken too early."
    ),
    change=N_("Print the value and its type just before this line. For the number in a tensor, write `loss.item()`."),
    terms=("tensor", "shape"),
    last=True,
)
