"""A dictionary or a table has no entry with this name."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.error != "KeyError":
        return None
    name = facts.crash.message.strip()[:80]
    rows = [
        (N_("error message"), facts.crash.message[:160]),
        *((f"`{each}`", facts.crash.live[each]) for each in facts.crash.live),
    ]
    return Found("likely", {"name": name}, rows[:8], crash_place(facts))


LOOK = Look(
    name="entry-not-there",
    needs=("crash",),
    find=find,
    title=N_("There is no entry with this name"),
    why=N_(
        'The line asks a dictionary or a table for `{name}`, and it has no such entry. A name must agree in each letter, also in blanks and capitals; a number is not the same as its text, `0` and `"0"`.'
    ),
    change=N_("Print the names that there are, `list(x.keys())` or `frame.columns`, just before this line."),
    terms=("dictionary", "column"),
    last=True,
)
