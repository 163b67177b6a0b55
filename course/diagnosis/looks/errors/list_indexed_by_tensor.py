"""A list is indexed with a tensor or with several numbers."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="list-indexed-by-tensor",
    needs=("crash",),
    find=by_message(
        r"list indices must be integers or slices, not (?!str)(?P<kind>[\w.]+)"
        r"|only integer tensors of a single element can be converted to an index"
        r"|only integer scalar arrays can be converted to a scalar index"
    ),
    title=N_("A list is indexed with something else than one whole number"),
    why=N_(
        "A list of Python takes one whole number or a slice. Several rows at once, by a tensor or a list of numbers, can be taken from tensors and arrays only."
    ),
    change=N_(
        "Turn the list into an array with `np.array(…)` or a tensor, or take the rows one by one: `[rows[i] for i in numbers]`. A division gives a floating-point number; `//` gives a whole one."
    ),
    terms=("tensor", "dtype"),
)
