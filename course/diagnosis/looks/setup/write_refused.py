"""The system refused to let the program write a file."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    refused = facts.crash.error == "PermissionError" or said(
        facts, r"Permission denied|PERMISSION_DENIED|unable to open database file|readonly database"
    )
    if not refused:
        return None
    return Found("likely", {}, [(N_("error message"), facts.crash.message[:160])], crash_place(facts))


LOOK = Look(
    name="write-refused",
    needs=("crash",),
    find=find,
    title=N_("A file could not be written"),
    why=N_(
        "While the doctor watches, a program cannot change your files: what it writes goes into a temporary directory if Python or a library that the doctor knows writes it, and on Linux the rest is refused. If the error also comes without the doctor, you may not write to this place."
    ),
    change=N_(
        "For the doctor, leave this line out, or let it write into the directory that `tempfile.gettempdir()` returns."
    ),
    terms=("exception",),
)
