"""A value is `None`, and the program goes on with it."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="none-used",
    needs=("crash",),
    find=by_message(
        r"'NoneType' object (?:is not|has no attribute)|[Uu]nsupported operand type\(s\) for .*'NoneType'"
        r"|not supported between instances of .*'NoneType'|non-iterable NoneType|None values not supported"
        r"|convert a value \(None\)|found None|float\(\) argument must be .*'NoneType'",
        "likely",
    ),
    title=N_("A value is `None`, and the program goes on with it"),
    why=N_(
        "`None` comes back from a function without `return`, from methods that change something and return nothing (`list.sort()`, `random.shuffle(…)`, `inplace=True`), from `dictionary.get(…)` if there is no such entry, and from optional arguments that nobody gave."
    ),
    change=N_("Look where the value in this line was made, and print it there."),
    terms=("exception", "function signature"),
    last=True,
)
