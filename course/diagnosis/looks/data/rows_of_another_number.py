"""A function of `map` returns another number of rows, and the old columns are kept."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts, r"(?:[Cc]olumn \d+ named '?(\w+)'? expected length \d+ but got length \d+|expected length \d+ but got)"
    )
    if found is None:
        return None
    return Found(
        "certain", {}, [(N_("error message"), found.string[:160])], call_place(facts, "map") or crash_place(facts)
    )


LOOK = Look(
    name="rows-of-another-number",
    needs=("crash",),
    find=find,
    title=N_("A function of `map` returns another number of rows, and the old columns are kept"),
    why=N_(
        "Your function makes more or fewer rows than it got. The columns that were there before still have the old number, so they do not fit together."
    ),
    change=N_("Take the old columns away in the same step: `map(…, batched=True, remove_columns=data.column_names)`."),
    terms=(
        "column",
        "data set",
    ),
)
