"""The validation set has labels that the training set lacks."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    train, validation = facts.data.counts, facts.data.validation_counts
    new = [label for label in validation if label not in train]
    rows = sum(validation.values())
    if not train or rows < 20 or sum(validation[label] for label in new) < 0.2 * rows:
        return None
    return Found(
        "certain",
        {"labels": ", ".join(new[:6])},
        [
            (N_("labels of the training set"), ", ".join([*train][:12])),
            (N_("labels of the validation set"), ", ".join([*validation][:12])),
        ],
        call_place(facts, "train_test_split", "select", "split"),
    )


LOOK = Look(
    name="splits-hold-other-labels",
    needs=("data",),
    find=find,
    title=N_("The validation set has labels that the training set lacks"),
    why=N_(
        "These labels occur in the validation set, but not in the training set: {labels}. What is never trained cannot be answered. A file that is sorted by label, and is split in its order, does this."
    ),
    change=N_("Shuffle before you split, and split so that each part has every label (`stratify_by_column`)."),
    terms=(
        "split",
        "label",
        "shuffling",
    ),
)
