"""A model goes on learning from fold to fold."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    folds = facts.training.folds
    if not folds:
        return None
    return Found(
        "likely",
        {"folds": folds},
        [(N_("folds that began with the weights of the fold before"), folds)],
        call_place(facts, "split"),
    )


LOOK = Look(
    name="folds-share-model",
    needs=("training",),
    find=find,
    title=N_("The model keeps what it has learned when the next fold begins"),
    why=N_(
        "In {folds} of the folds, the training began with the weights that the fold before had left. Those were trained on rows that are now in the validation part, so from the second fold on, the scores are too good."
    ),
    change=N_("Make a new model and a new optimizer at the beginning of each fold."),
    terms=("validation set", "weight"),
)
