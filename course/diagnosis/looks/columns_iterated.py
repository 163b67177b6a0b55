"""A piece of a data set is gone through as if it were a list of rows."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"string indices must be integers")
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="columns-iterated",
    needs=("crash",),
    find=find,
    title=N_("A part of a data set is taken for a list of rows"),
    why=N_(
        "`data[:10]` is a dictionary with a list for each column. A loop over a dictionary gets its keys, the names of the columns, and not rows."
    ),
    change=N_("Write `for row in data.select(range(10))`, or go through the columns with `zip`."),
    terms=(
        "data set",
        "column",
        "dictionary",
    ),
    last=True,
)
