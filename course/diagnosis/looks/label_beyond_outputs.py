"""A label has no output of its own."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    outputs = facts.model.outputs
    labels = facts.batch.inputs.get("labels") if facts.batch is not None else None
    targets = [call.targets for call in facts.loss_calls if call.name in ("cross_entropy", "nll_loss")]
    seen = labels if labels is not None else targets[0] if targets else None
    if outputs is None or seen is None or seen.most is None or seen.least is None or seen.floating:
        return None
    high, low = max([seen.most, *(each.most or 0 for each in targets)]), seen.least
    if (high < outputs and low >= 0) or outputs == 1:
        return None
    return Found(
        "certain",
        {"outputs": outputs, "least": int(low), "most": int(high)},
        [(N_("outputs of the model"), outputs), (N_("smallest label"), int(low)), (N_("greatest label"), int(high))],
        call_place(facts, "from_pretrained", option="num_labels"),
    )


LOOK = Look(
    name="label-beyond-outputs",
    needs=("model",),
    find=find,
    title=N_("A label has no output of its own"),
    why=N_(
        "The model has {outputs} outputs, for the labels from 0 to one less than that. The labels in the batch go from {least} to {most}. On a CPU this raises an error, on a GPU the message can be hard to read, and with TensorFlow the loss can become `nan`."
    ),
    change=N_("Load the model with `num_labels` set to the number of your labels, and count the labels from 0."),
    read="ch8 label-count",
    case="target-out-of-bounds",
    terms=("number of labels", "label", "logits"),
    raises=True,
)
