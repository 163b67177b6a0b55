"""Texts and labels do not belong together any more."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    changed, rows = facts.data.changed, facts.data.compared
    if not changed or changed < 0.05 * rows:
        return None
    return Found(
        "likely",
        {"count": changed},
        [
            (N_("examples with another label than the same text in the file"), changed),
            (N_("examples that could be compared"), rows),
        ],
        call_place(facts, "shuffle", "from_dict", "permutation"),
    )


LOOK = Look(
    name="labels-changed",
    needs=("data",),
    find=find,
    title=N_("Texts and labels do not belong together any more"),
    why=N_(
        "{count} training examples have another label than the same text has in the data that were loaded. That happens if texts and labels are shuffled or selected separately."
    ),
    change=N_("Keep each text and its label in one row, and shuffle the rows."),
    cases=("loss-stays-at-a-guess",),
    terms=("shuffling", "label"),
)
