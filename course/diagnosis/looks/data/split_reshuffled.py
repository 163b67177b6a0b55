"""Training and validation set are parts of a data set of TensorFlow that is shuffled anew for each pass."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    if not facts.settings.reshuffled:
        return None
    return Found(
        "certain",
        {},
        [("`reshuffle_each_iteration`", "True"), (N_("data sets made from it"), "`x`, `validation_data`")],
        call_place(facts, "shuffle"),
    )


LOOK = Look(
    name="split-reshuffled",
    needs=("settings",),
    find=find,
    title=N_("The split is drawn anew in each epoch, so the validation set has been trained on"),
    why=N_(
        "`shuffle` stands before the data set is split by `take` and `skip`, and it shuffles anew for each pass. So in each epoch other rows belong to the validation set, and most of them were in the training set before. The score is too good."
    ),
    change=N_(
        "Split first, and shuffle only the training set. Or keep one order: `shuffle(…, seed=…, reshuffle_each_iteration=False)`."
    ),
    terms=("shuffling", "split", "validation set"),
)
