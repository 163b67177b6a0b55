"""The validation set has labels that the training set hardly has."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

RARER = 0.1
"""So much rarer is a label that a set hardly has."""


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    train, validation = facts.data.counts, facts.data.validation_counts
    rows, validated = sum(train.values()), sum(validation.values())
    if not rows or validated < 20:
        return None
    # how often a label is in the training set, as a share, against the validation set
    new = [label for label, count in validation.items() if train.get(label, 0) / rows < RARER * count / validated]
    if sum(validation[label] for label in new) < 0.2 * validated:
        return None
    return Found(
        "likely",
        {"labels": ", ".join(new[:6])},
        [
            (N_("examples of each label in the training set"), str(dict(train))[:160]),
            (N_("examples of each label in the validation set"), str(dict(validation))[:160]),
        ],
        call_place(facts, "train_test_split", "select", "split"),
    )


LOOK = Look(
    name="splits-hold-other-labels",
    needs=("data",),
    find=find,
    title=N_("The validation set has labels that the training set hardly has"),
    why=N_(
        "These labels are frequent in the validation set, but not in the training set: {labels}. What is hardly ever trained cannot be answered. A file that is sorted by label, and is split in its order, does this."
    ),
    change=N_("Shuffle before you split, and split so that each part has every label (`stratify_by_column`)."),
    terms=(
        "split",
        "label",
        "shuffling",
    ),
)
