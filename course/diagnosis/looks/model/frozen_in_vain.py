"""A part of the model was to be frozen, by an attribute that freezes nothing."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if facts.model.frozen_in_vain is None:
        return None
    kind, name, trained = facts.model.frozen_in_vain
    return Found(
        "certain",
        {"kind": kind, "name": name, "trained": trained},
        [(N_("attribute"), f"`{name} = False`"), (N_("weights that are trained all the same"), trained)],
        attribute_place(facts, name),
    )


LOOK = Look(
    name="frozen-in-vain",
    needs=("model",),
    find=find,
    title=N_("A part of the model was to be frozen, and is trained"),
    why=N_(
        "`{name} = False` was set on a `{kind}`, where it is only a new attribute without any effect. {trained} weights that it was to freeze are trained all the same."
    ),
    change=N_(
        "In PyTorch, call `part.requires_grad_(False)`, or set `requires_grad = False` (mind the spelling) on each of its parameters. In Keras, set `layer.trainable = False` before `compile`."
    ),
    terms=("frozen weight",),
)
