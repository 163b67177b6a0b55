"""The program ends with an error."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.ran_before:
        return None
    return Found(
        "possible",
        {"error": facts.crash.error, "message": facts.crash.message[:300]},
        [(f"`{name}`", words) for name, words in facts.crash.live.items()][:8],
        crash_place(facts),
    )


LOOK = Look(
    name="other-error",
    needs=("crash",),
    find=find,
    title=N_("The program ends with an error"),
    why=N_(
        "The error is `{error}`: “{message}”. The doctor does not know its cause. The table shows what the values in your line were."
    ),
    change=N_("Look at the values in the table: which of them is not what the line expects?"),
    terms=("traceback", "exception"),
    last=True,
)
