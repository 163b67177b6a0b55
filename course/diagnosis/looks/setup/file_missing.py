"""A file or a directory is not where the program looks for it."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    missing = facts.crash.error in ("FileNotFoundError", "NotADirectoryError", "IsADirectoryError")
    if not missing and not said(
        facts,
        r"No file or directory found at|: No such file or directory|[Ff]ile not found: filepath=|Parent directory .* does not exist",
    ):
        return None
    return Found(
        "certain",
        {"message": facts.crash.message[:200]},
        [(N_("error message"), facts.crash.message[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="file-missing",
    needs=("crash",),
    find=find,
    title=N_("A file or a directory is not where the program looks for it"),
    why=N_("The program stopped with: {message}"),
    change=N_("Start the doctor in the directory from which you start your program, or write the whole path."),
    terms=("exception",),
)
