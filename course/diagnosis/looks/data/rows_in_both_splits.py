"""Rows of numbers are in the training set and in the set that is measured."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SPLITTING = ("train_test_split", "random_split")
"""The functions that divide rows into parts."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    place = call_place(facts, *SPLITTING)
    # without a split, rows may well come again, as the states of a game do
    if facts.training.mixed is None or place is None:
        return None
    rows, known = facts.training.mixed
    return Found(
        "likely",
        {"rows": rows, "known": known},
        [(N_("rows that were measured"), rows), (N_("of them seen in training"), known)],
        place,
    )


LOOK = Look(
    name="rows-in-both-splits",
    needs=("training",),
    find=find,
    title=N_("Rows of the validation set are in the training set as well"),
    why=N_(
        "Of {rows} rows that were measured, the model had been trained on {known}. Where rows are repeated before the data are split, for example to balance the classes, copies of one row come into both parts. Then the score is too good."
    ),
    change=N_(
        "Split the data first, and repeat, augment or oversample only the rows of the training set afterwards. Rows that belong together go into the same part, for example with `GroupShuffleSplit`."
    ),
    terms=("oversampling", "split", "validation set"),
)
