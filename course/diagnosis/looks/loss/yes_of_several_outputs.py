"""The loss for yes and no gets one label for each example, and several outputs."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHAPES = (
    r"must have the same (?:shape|rank)|logits and labels must have the same shape"
    r"|Target size \(.*\) must be the same as input size|Using a target size .* that is different to the input size"
)
"""What TensorFlow and PyTorch say of it."""


def find(facts: Facts) -> Found | None:
    if said(facts, SHAPES) is None:
        return None
    for call in facts.loss_calls:
        outputs, targets = call.outputs.shape, call.targets.shape
        one = len(targets) == 1 or targets[1:] == (1,)
        if call.name.startswith("binary") and one and targets[:1] == outputs[:1] and outputs[1:] > (1,):
            return Found(
                "certain",
                {"outputs": outputs[-1]},
                [(N_("shape of the outputs"), str(outputs)), (N_("shape of the labels"), str(targets))],
                call_place(facts, "compile", option="loss") or crash_place(facts),
            )
    return None


LOOK = Look(
    name="yes-of-several-outputs",
    needs=("crash", "loss_calls"),
    find=find,
    title=N_("The loss for yes and no gets one label and several outputs"),
    why=N_(
        "Binary cross-entropy asks each output a question of yes or no, and needs a label for each of them. The model has {outputs} outputs, and each example has one label."
    ),
    change=N_(
        "Give the last layer one output; or, for classes that exclude each other, keep the outputs and take the cross-entropy for class numbers (`CrossEntropyLoss`, in Keras `SparseCategoricalCrossentropy`)."
    ),
    terms=("cross-entropy", "label", "shape"),
)
