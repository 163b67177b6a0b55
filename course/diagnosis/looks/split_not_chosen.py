"""A dictionary of splits stands where one split is meant."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Please first select a split|'(?:Iterable)?DatasetDict' object has no attribute")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="split-not-chosen",
    needs=("crash",),
    find=find,
    title=N_("All splits are given where one is meant"),
    why=N_(
        "`load_dataset` returns a dictionary with a data set for each split. Here it is used as if it were one data set."
    ),
    change=N_('Choose a split: `data["train"]`, or `load_dataset(…, split="train")`.'),
    terms=(
        "split",
        "data set",
        "dictionary",
    ),
)
