"""The program ends itself before it trains."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.error != "SystemExit":
        return None
    code = facts.crash.message if facts.crash.message.isdigit() else "1"
    return Found(
        "likely",
        {"code": code},
        [(N_("exit code"), code), (N_("error message"), facts.crash.message[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="needs-arguments",
    needs=("crash",),
    find=find,
    title=N_("The program ends itself before it trains"),
    why=N_(
        "The program called `sys.exit` with the code {code}, or it was started without arguments that it needs. So there was nothing to look at."
    ),
    change=N_("Give the arguments of your program after its name, as you do when you start it yourself."),
    terms=("argument",),
)
