"""The optimizer has the first and the last layers of the model, and none in between."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    names = facts.training.layers_left_out
    if not names:
        return None
    return Found(
        "likely",
        {"count": len(names), "first": names[0]},
        [(N_("parts of the model that no optimizer has"), ", ".join(names)[:160])],
        call_place(facts, "AdamW", "Adam", "SGD"),
    )


LOOK = Look(
    name="layers-left-out",
    needs=("training",),
    find=find,
    title=N_("Layers in the middle of the model are in no optimizer"),
    why=N_(
        "The optimizer has parts of the model before and after them, and none of the weights of {count} parts in between, as `{first}`. They are not frozen: gradients are computed for them, and no step uses these."
    ),
    change=N_(
        "Look at the condition that sorts the parameters into groups: which names does it expect, and which does `model.named_parameters()` have? Raise an error for a name that fits no group."
    ),
    terms=("optimizer", "layer", "parameter"),
)
