"""A dictionary of splits stands where one split is meant."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="split-not-chosen",
    needs=("crash",),
    find=by_message(r"Please first select a split|'(?:Iterable)?DatasetDict' object has no attribute"),
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
