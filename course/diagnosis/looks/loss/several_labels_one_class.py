"""Examples with several labels get the loss for exactly one."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, model_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        one = call.outputs.shape[-1:] == (1,)
        if call.several and not one and call.name != "binary_cross_entropy":
            return Found(
                "certain",
                {},
                [(N_("shape of the labels"), str(call.targets.shape)), (N_("labels"), str(call.targets.first))],
                call_place(facts, "CrossEntropyLoss", "cross_entropy", "compile") or model_place(facts),
            )
    return None


LOOK = Look(
    name="several-labels-one-class",
    needs=("loss_calls",),
    find=find,
    title=N_("Examples with several labels get the loss for exactly one"),
    why=N_(
        "Some examples have several labels, or none. The cross-entropy with softmax shares one probability among all classes, so that they take it from each other."
    ),
    change=N_(
        'Use `BCEWithLogitsLoss`, or load the model with `problem_type="multi_label_classification"`. Either way, the labels must be floats, such as 0.0 and 1.0. In Keras, give `compile` the loss `BinaryCrossentropy(from_logits=True)`: the loss that the TensorFlow models bring with them does not look at `problem_type`.'
    ),
    terms=(
        "cross-entropy",
        "label",
        "loss function",
    ),
    raises=True,
)
