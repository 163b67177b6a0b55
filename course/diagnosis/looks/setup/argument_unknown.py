"""A function is given an argument that it does not have."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(
        facts,
        r"(?:(?P<a>[\w.]+)\(\) )?got an unexpected keyword argument '(?P<b>\w+)'"
        r"|(?:Argument\(s\) not recognized|Unrecognized keyword arguments passed to \w+): \{'(?P<c>\w+)'",
    )
    if found is None:
        return None
    name = found["b"] or found["c"]
    return Found("likely", {"name": name}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="argument-unknown",
    needs=("crash",),
    find=find,
    title=N_("The function has no argument with this name"),
    why=N_("In your version of the library, what you call does not take `{name}`."),
    change=N_(
        "Look at its arguments in the documentation of your version, or with `help()`. What is not spelled wrongly may have been renamed or taken out."
    ),
    terms=(
        "argument",
        "function signature",
    ),
    last=True,
)
