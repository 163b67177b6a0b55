"""The program is not valid Python."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.error not in ("SyntaxError", "IndentationError", "TabError"):
        return None
    return Found(
        "certain",
        {"message": facts.crash.message},
        [(N_("error message"), f"{facts.crash.error}: {facts.crash.message[:160]}")],
        crash_place(facts),
    )


LOOK = Look(
    name="syntax",
    needs=("crash",),
    find=find,
    title=N_("The program is not valid Python"),
    why=N_("Python cannot read this line: {message}. Nothing of the program was run."),
    change=N_("Correct the line; the mistake is often at its end, or in the line before it."),
    terms=("exception",),
)
