"""A library is missing."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.error not in ("ModuleNotFoundError", "ImportError"):
        return None
    found = re.search(
        r"Missing optional dependency '(\w+)'|you have `(\w+)` installed|No module named '([\w.]+)'|requires `?([\w-]+)",
        facts.crash.message,
    )
    name = next((each for each in (found.groups() if found else ()) if each), "")
    if not name:
        return None
    name = name.partition(".")[0]
    return Found("likely", {"name": name}, [(N_("error message"), facts.crash.message[:160])], crash_place(facts))


LOOK = Look(
    name="missing-module",
    needs=("crash",),
    find=find,
    title=N_("A library is missing"),
    why=N_("The program needs `{name}`, and this Python does not find it."),
    change=N_(
        "Install it, for example with `pip install {name}`, into the environment in which your program runs. In a notebook, restart the kernel after it."
    ),
    terms=("kernel (notebook)",),
)
