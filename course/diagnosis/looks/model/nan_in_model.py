"""The model computes `nan` from finite numbers."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    found = facts.training.spoiled("outputs")
    if found is None:
        return None
    return Found(
        "likely",
        {"step": found.step + 1},
        [
            (N_("training step"), found.step + 1),
            (N_("inputs and weights that are `nan`"), 0),
            (N_("output with `nan`"), found.name or N_("the output of the model")),
        ],
        call_place(facts, "masked_fill", "sqrt", "log", "div", "norm", "softmax"),
    )


LOOK = Look(
    name="nan-in-model",
    needs=("training",),
    find=find,
    title=N_("The model computes `nan` from finite numbers"),
    why=N_(
        "In training step {step}, all inputs and weights of the model are numbers, but its output has `nan`. So the forward pass divides by 0, takes the logarithm or the root of a negative number, or computes a softmax in which every position is masked."
    ),
    change=N_(
        "Print `isnan().any()` after each part of the forward pass. Divide by a number that is at least 1e-8, and let each row have a position that is not masked."
    ),
    read="ch8 label-count",
    terms=(
        "NaN",
        "forward pass",
        "attention mask",
    ),
)
