"""Weights that begin at zero never leave it."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts, Place
from course.diagnosis.lines import call_place, keywords, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    names = facts.training.zero_weights
    if not names:
        return None
    shown = ", ".join(f"`{name}`" for name in names[:4])
    return Found(
        "likely",
        {"names": shown, "steps": facts.training.steps},
        [(N_("training steps"), facts.training.steps), (N_("weights that stayed at 0"), shown)],
        call_place(facts, "zeros_", "constant_", "Zeros") or _initializer(facts),
    )


def _initializer(facts: Facts) -> Place | None:
    """The line in which a layer of Keras is told to begin at 0."""
    for keyword in keywords(facts):
        if (keyword.arg or "").endswith("kernel_initializer") and "zero" in ast.unparse(keyword.value):
            return place_of(facts, keyword.value)
    return None


LOOK = Look(
    name="weights-stay-zero",
    needs=("training",),
    find=find,
    title=N_("Weights that begin at zero never leave it"),
    why=N_(
        "After {steps} steps, {names} are still all 0, and their gradients were all 0 in every step. Where two factors are multiplied, the gradient of each is proportional to the other one: if both begin at 0, neither ever changes."
    ),
    change=N_(
        "Let the weights begin with small random numbers, for example with `nn.init.normal_(weight, std=0.1)`; Keras does so unless an initializer is given. Of two factors, one may begin at 0, but not both."
    ),
    terms=("weight", "gradient", "parameter"),
)
