"""The optimizer holds the parameters of another model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    foreign, left = facts.training.foreign, facts.training.left_out
    # a function that is called with weights of the program's own leaves those of the model alone
    if not foreign or not left or facts.training.steps < 1 or "functional_call" in facts.source:
        return None
    return Found(
        "certain",
        {"foreign": foreign},
        [
            (N_("parameters of the optimizer that no trained model has"), foreign),
            (N_("trainable parameters that the optimizer lacks"), left),
        ],
        call_place(facts, "AdamW", "Adam", "SGD"),
    )


LOOK = Look(
    name="other-parameters",
    needs=("training",),
    find=find,
    title=N_("The optimizer holds the parameters of another model"),
    why=N_(
        "{foreign} parameters of the optimizer belong to no model that was called in training. So the optimizer changes weights that nobody uses. That happens if the model is made or loaded again after the optimizer."
    ),
    change=N_("Make the optimizer after the model, from the parameters of the very model that you train."),
    cases=("steps-without-effect",),
    terms=("optimizer", "parameter"),
)
