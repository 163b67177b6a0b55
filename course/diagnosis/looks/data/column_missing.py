"""There is no column with this name."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    found = (
        re.search(
            r"[Cc]olumn '?(\w+)'? (?:doesn't exist|not in|not found)|Columns? \[?'?(\w+)'?\]? (?:not in|not found)",
            message,
        )
        or re.search(r"Original column name (\w+) not in", message)
        or (
            re.fullmatch(r"[\x27\x22]?([A-Za-z_]\w*)[\x27\x22]?", message.strip())
            if facts.crash.error == "KeyError"
            else None
        )
    )
    if found is None or facts.crash.error not in ("KeyError", "ValueError", "IndexError", "AttributeError"):
        return None
    name = next((each for each in found.groups() if each), "")
    has = [*facts.crash.examples] or [*(facts.data.columns if facts.data is not None else ())]
    if not has or name in has:
        return None
    return Found(
        "likely",
        {"name": name, "columns": ", ".join(has)},
        [(N_("name asked for"), name), (N_("columns that are there"), ", ".join(has))],
        crash_place(facts),
    )


LOOK = Look(
    name="column-missing",
    needs=("crash",),
    find=find,
    title=N_("There is no column with this name"),
    why=N_("Your program asks for `{name}`. The data have these columns: {columns}."),
    change=N_("Use one of the names that are there, or rename the column first."),
    read="ch8 label-column",
    terms=(
        "column",
        "data set",
    ),
)
