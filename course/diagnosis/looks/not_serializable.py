"""A tensor or an array is to be written as JSON."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Object of type (\w+) is not JSON serializable")
    if found is None:
        return None
    return Found("certain", {"kind": found.group(1)}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="not-serializable",
    needs=("crash",),
    find=find,
    title=N_("JSON has no such value"),
    why=N_(
        "JSON knows numbers, texts, lists and dictionaries of Python. A value of the type `{kind}` is none of them, even if it looks like a number."
    ),
    change=N_(
        "Convert it before it is written: `float(value)` or `value.item()` for one number, `value.tolist()` for several."
    ),
    terms=(
        "tensor",
        "dtype",
    ),
)
