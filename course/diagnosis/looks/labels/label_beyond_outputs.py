"""A label has no output of its own."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, model_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        targets = call.targets
        # TensorFlow has the classes on the last axis, however many there are
        axes = len(call.outputs.shape)
        if call.name not in ("cross_entropy", "nll_loss") or targets.floating:
            continue
        if axes < 2 or (axes > 2 and facts.framework != "tf"):
            continue
        outputs = call.outputs.shape[-1]
        if targets.most is None or targets.least is None or (targets.most < outputs and targets.least >= 0):
            continue
        return Found(
            "certain",
            {"outputs": outputs, "least": int(targets.least), "most": int(targets.most)},
            [
                (N_("outputs of the model"), outputs),
                (N_("smallest label"), int(targets.least)),
                (N_("greatest label"), int(targets.most)),
            ],
            model_place(facts) or crash_place(facts),
        )
    return None


LOOK = Look(
    name="label-beyond-outputs",
    needs=("loss_calls",),
    find=find,
    title=N_("A label has no output of its own"),
    why=N_(
        "The model has {outputs} outputs, for the labels from 0 to one less than that. The labels in the batch go from {least} to {most}. On a CPU this raises an error, on a GPU the message can be hard to read, and with TensorFlow the loss can become `nan`."
    ),
    change=N_(
        "Load the model with `num_labels` set to the number of your labels, or give the last layer of a model of your own as many outputs. Count the labels from 0."
    ),
    read="ch8 label-count",
    cases=("target-out-of-bounds",),
    terms=("number of labels", "label", "logits"),
    raises=True,
)
