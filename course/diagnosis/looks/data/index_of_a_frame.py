"""A pandas column is asked for a row by its old number."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    own = facts.crash.places[-1].code if facts.crash.places else ""
    if (
        facts.crash.error != "KeyError"
        or facts.crash.library != "pandas"
        or not facts.crash.message.strip("'").isdigit()
    ):
        return None
    return Found(
        "certain",
        {"key": facts.crash.message, "line": own},
        [(N_("error message"), facts.crash.message[:160]), (N_("line of code"), own)],
        crash_place(facts),
    )


LOOK = Look(
    name="index-of-a-frame",
    needs=("crash",),
    find=find,
    title=N_("A pandas column is asked for a row by its old number"),
    why=N_(
        "A part of a pandas table keeps the row numbers of the whole table. `column[{key}]` asks for the row with this number, not for the row at this place, and this part has no such row."
    ),
    change=N_(
        "Turn the column into a list (`.tolist()`), use `.iloc[…]`, or number the rows anew with `reset_index(drop=True)`."
    ),
    terms=(
        "data set",
        "split",
    ),
)
