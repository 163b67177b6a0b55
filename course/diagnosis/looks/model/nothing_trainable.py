"""Every parameter of the model is frozen."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if facts.model.parameters == 0 or facts.model.trainable > 0:
        return None
    # a model that only makes vectors of texts is not to be trained
    if not facts.way and facts.training is None and facts.crash is None:
        return None
    # it was frozen after its training, or something else is trained through it
    training = facts.training
    if training is not None and training.steps and (training.moved or training.foreign):
        return None
    return Found(
        "likely",
        {"parameters": facts.model.parameters},
        [(N_("parameters"), facts.model.parameters), (N_("trainable parameters"), facts.model.trainable)],
        attribute_place(facts, "requires_grad", "requires_grad_", "trainable"),
    )


LOOK = Look(
    name="nothing-trainable",
    needs=("model",),
    find=find,
    title=N_("Every parameter of the model is frozen"),
    why=N_(
        "The model has {parameters} parameters, and none of them is trainable. So there is nothing that training could change."
    ),
    change=N_(
        "Freeze only the encoder, and leave the classification head trainable, for example `for parameter in model.base_model.parameters(): parameter.requires_grad = False`."
    ),
    cases=("does-not-require-grad", "same-loss-in-each-epoch"),
    terms=("frozen weight", "classification head"),
    raises=True,
)
