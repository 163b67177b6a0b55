"""The training set has one label only."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    if len(facts.data.counts) != 1 or (facts.data.rows or 0) < 20:
        return None
    distinct = {call.targets.distinct or 1 for call in facts.loss_calls if call.targets.whole}
    if facts.loss_calls and distinct != {1}:
        # the loss has other targets than this column, as the inputs themselves
        return None
    there = facts.training.rows_there if facts.training is not None else None
    if facts.data.rows is not None and there is not None and facts.data.rows < there:
        # the rows that were seen may be the first of a file that is sorted by label
        return None
    ((label, count),) = facts.data.counts.items()
    return Found(
        "likely",
        {"label": label},
        [(N_("label"), label), (N_("examples with it"), count)],
        call_place(facts, "filter", "select", "train_test_split"),
    )


LOOK = Look(
    name="one-label-only",
    needs=("data",),
    find=find,
    title=N_("The training set has one label only"),
    why=N_("Every example that was looked at has the label {label}. There is nothing to tell apart."),
    change=N_("Look at how the training set is made: a filter, or the first rows of a file that is sorted by label."),
    terms=(
        "label",
        "training set",
    ),
)
