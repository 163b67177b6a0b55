"""The evaluation uses rows that the model was trained on."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    same = facts.settings.validated_on_training if facts.settings is not None else 0
    if same:
        return Found(
            "likely",
            {"tested": same, "repeated": same},
            [(N_("different rows in the evaluation"), same), (N_("of them seen in training"), same)],
            call_place(facts, "fit", option="validation_data"),
        )
    tested, repeated = facts.training.tested, facts.training.repeated
    if tested < 32 or repeated < 0.95 * tested:
        return None
    return Found(
        "possible",
        {"tested": tested, "repeated": repeated},
        [(N_("different rows in the evaluation"), tested), (N_("of them seen in training"), repeated)],
        call_place(facts, "evaluate", "predict", "train_test_split", "DataLoader"),
    )


LOOK = Look(
    name="measured-on-training-rows",
    needs=("training",),
    find=find,
    title=N_("The evaluation uses rows that the model was trained on"),
    why=N_(
        "{repeated} of the {tested} different rows that were evaluated had been seen in training. Such a score says how well the model remembers, not how well it does with new texts."
    ),
    change=N_(
        "Evaluate on the validation set, and make it before anything is done with the examples. In a cross-validation, make a new model for each fold: one that goes on from the fold before has learned the rows that it is tested on. If you measure the training set on purpose, this is no mistake."
    ),
    terms=(
        "validation set",
        "training set",
        "split",
    ),
)
