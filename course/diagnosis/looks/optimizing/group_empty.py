"""A group of an optimizer has no weights, and weights of the model are in no group."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    if not training.empty_groups or not training.left_out or training.foreign:
        return None
    return Found(
        "likely",
        {"count": training.left_out},
        [
            (N_("groups of the optimizer without weights"), training.empty_groups),
            (N_("weights and biases that no optimizer has"), training.left_out),
        ],
        call_place(facts, "AdamW", "Adam", "SGD"),
    )


LOOK = Look(
    name="group-empty",
    needs=("training",),
    find=find,
    title=N_("A group of the optimizer has no weights"),
    why=N_(
        "A group of parameters that the optimizer was given is empty. And there are parameters of the model that are not frozen, but are in no group, so that no step ever changes them: {count} weights and biases."
    ),
    change=N_(
        "Look at the condition that sorts the parameters into groups: which names does it expect, and which does `model.named_parameters()` have? Raise an error for a name that fits no group."
    ),
    terms=("optimizer", "parameter"),
)
