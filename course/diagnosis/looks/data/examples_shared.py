"""Validation examples are in the training set."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    shared, rows = facts.data.shared, facts.data.validation_rows
    rows = min(rows or 0, 5000)
    repeated = facts.data.repeated or 0.0
    if not shared or shared < min(0.95, 0.5 + repeated) * rows:
        return None
    return Found(
        "possible",
        {"shared": shared, "rows": rows},
        [(N_("validation examples that were compared"), rows), (N_("of them in the training set, too"), shared)],
        call_place(facts, "train_test_split", "select"),
    )


LOOK = Look(
    name="examples-shared",
    needs=("data",),
    find=find,
    title=N_("Validation examples are in the training set"),
    why=N_(
        "{shared} of {rows} validation examples are in the training set as well. So the validation score says how well the model has memorized, and not how well it generalizes."
    ),
    change=N_("First remove duplicates, and then split the data, before you do anything else with them."),
    terms=("validation set", "training set", "generalization"),
)
