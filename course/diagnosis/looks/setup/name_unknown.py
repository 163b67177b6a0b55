"""A library does not have a name that the program asks of it."""

from __future__ import annotations

import sys

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, missing_name
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.setup import name_moved
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = missing_name(facts)
    if found is None or name_moved.find(facts):
        return None
    name, owner, message = found
    library = owner.partition(".")[0]
    if library not in facts.versions and library not in sys.stdlib_module_names:
        return None
    rows = [
        (N_("error message"), message[:160]),
        *((each, facts.versions[each]) for each in facts.versions if each == library),
    ]
    return Found("certain", {"name": name, "library": library}, rows, crash_place(facts))


LOOK = Look(
    name="name-unknown",
    needs=("crash",),
    find=find,
    title=N_("The library does not have this name"),
    why=N_(
        "Your version of `{library}` has no `{name}`. It is written in another way, stands in another module, or belongs to an older or a newer version."
    ),
    change=N_(
        "Look for `{name}` in the documentation of the version that you have. Is your own file called `{library}.py`? Then Python reads it in place of the library: give it another name."
    ),
    terms=("argument",),
    last=True,
)
