"""The program waits for input."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.error != "EOFError":
        return None
    return Found("certain", {}, [(N_("error message"), facts.crash.message[:160])], crash_place(facts))


LOOK = Look(
    name="asks-for-input",
    needs=("crash",),
    find=find,
    title=N_("The program waits for input"),
    why=N_("The program reads from the keyboard. The doctor runs it without one, so that it cannot wait for ever."),
    change=N_("Give the value in the program, or as an argument, and run the doctor again."),
    terms=("argument",),
)
