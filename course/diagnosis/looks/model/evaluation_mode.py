"""The model is trained in evaluation mode."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.steps < 3 or facts.training.evaluating < facts.training.steps:
        return None
    return Found(
        "likely",
        {"count": facts.training.evaluating},
        [
            (N_("training steps"), facts.training.steps),
            (N_("forward passes in evaluation mode"), facts.training.evaluating),
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
    change=N_("Call `model.train()` before each epoch, after the evaluation."),
    terms=("training mode", "evaluation mode", "dropout"),
)
