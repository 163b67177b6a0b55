"""The loss for several classes gets one output, of which softmax is always 1."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

FOR_CLASSES = ("cross_entropy", "nll_of_probabilities")


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        one = len(call.outputs.shape) == 2 and call.outputs.shape[1] == 1
        if one and call.name in FOR_CLASSES:
            return Found(
                "certain",
                {},
                [
                    (N_("shape of the outputs"), str(call.outputs.shape)),
                    (N_("shape of the labels"), str(call.targets.shape)),
                    (N_("labels"), str(call.targets.first)),
                ],
                call_place(facts, "CrossEntropyLoss", "cross_entropy", "compile", "CategoricalCrossentropy"),
            )
    return None


LOOK = Look(
    name="classes-of-one-output",
    needs=("loss_calls",),
    find=find,
    title=N_("The loss for several classes gets one output"),
    why=N_(
        "Cross-entropy with softmax compares the outputs of the classes with each other. With one output there is nothing to compare: its probability is always 1, and nothing can be learned from it."
    ),
    change=N_(
        "For two classes with one output, take the loss for yes and no: `BCEWithLogitsLoss`, in Keras `BinaryCrossentropy`. Or give the last layer one output for each class."
    ),
    terms=("cross-entropy", "softmax", "loss function"),
    raises=True,
)
