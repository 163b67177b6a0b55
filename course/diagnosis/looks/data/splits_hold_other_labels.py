"""Training set and validation set do not have the same labels."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

RARER = 0.1
"""So much rarer is a label that a set hardly has."""
SEVERAL = 10
"""So many examples of a label do not lack by chance."""


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    train, validation = facts.data.counts, facts.data.validation_counts
    rows, validated = sum(train.values()), sum(validation.values())
    # where each of the two has every label, some are rare on purpose
    if not rows or validated < 20 or {*train} == {*validation}:
        return None
    # how often a label is in the training set, as a share, against the validation set
    new = [label for label, count in validation.items() if train.get(label, 0) / rows < RARER * count / validated]
    # those of which the validation set has none, although it should have several
    missing = [
        label for label, count in train.items() if label not in validation and count / rows * validated > SEVERAL
    ]
    if sum(validation[label] for label in new) < 0.2 * validated:
        new = []
    if sum(train[label] for label in missing) < 0.2 * rows:
        missing = []
    labels = [*new, *missing]
    if not labels:
        return None
    return Found(
        "likely",
        {"labels": ", ".join(labels[:6])},
        [
            (N_("examples of each label in the training set"), str(dict(train))[:160]),
            (N_("examples of each label in the validation set"), str(dict(validation))[:160]),
        ],
        call_place(facts, "train_test_split", "select", "split") or call_place(facts, "fit", option="validation_split"),
    )


LOOK = Look(
    name="splits-hold-other-labels",
    needs=("data",),
    find=find,
    title=N_("Training set and validation set do not have the same labels"),
    why=N_(
        "These labels are frequent in one of the two sets, and the other one has none of them, or hardly any: {labels}. A model can hardly predict a label that it has hardly seen in training, and a label that is not in the validation set is not measured. A file that is sorted by label, and is split in its order, does this."
    ),
    change=N_(
        "Shuffle before you split, and split so that each part has every label, as with `stratify` or `stratify_by_column`. `validation_split` of Keras takes the last rows as they are: shuffle the arrays before `fit`."
    ),
    terms=(
        "split",
        "label",
        "shuffling",
    ),
)
