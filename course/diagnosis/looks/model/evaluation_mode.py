"""The model is trained in evaluation mode."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

ENOUGH = 5
"""After so many steps in evaluation mode, the model does not return to training mode by itself."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    always = training.steps >= 3 and training.evaluating >= training.steps
    # who wants that from the beginning does not begin in training mode
    if not always and training.since_evaluation < ENOUGH:
        return None
    return Found(
        "likely",
        {"count": training.evaluating},
        [
            (N_("training steps"), training.steps),
            (N_("forward passes in evaluation mode"), training.evaluating),
            *([] if always else [(N_("of them in a row, at the end"), training.since_evaluation)]),
        ],
        call_place(facts, "eval"),
    )


LOOK = Look(
    name="evaluation-mode",
    needs=("training",),
    find=find,
    title=N_("The model is trained in evaluation mode"),
    why=N_(
        "In {count} forward passes of the training, the model was in evaluation mode. So dropout is off, and layers such as BatchNorm do not learn their statistics."
    ),
    change=N_(
        "With PyTorch, call `model.train()` before each epoch, after the evaluation. With Keras, a model of your own is told the mode only if its `call` has an argument `training`: pass that on to the layers."
    ),
    terms=("training mode", "evaluation mode", "dropout"),
)
