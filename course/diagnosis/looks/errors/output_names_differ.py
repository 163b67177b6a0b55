"""Losses or labels are given for outputs that the model does not have."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="output-names-differ",
    needs=("crash",),
    find=by_message(
        r"in the `loss` argument, can't be found|Found unexpected (?:losses|metrics|loss_weights)"
        r"|Expected keys .*, got|keys? .* (?:is|are) not (?:among|in) the (?:model's )?outputs?"
        r"|For a model with multiple outputs, when providing the `(?:loss|metrics)` argument as a"
    ),
    title=N_("Losses or labels have other names than the outputs of the model"),
    why=N_(
        "With several outputs, `compile` and the data name each of them. An output has the name of its layer, or its key if the outputs are a dictionary."
    ),
    change=N_("Print `model.output_names`, and use these names in `loss`, `metrics` and the labels."),
    terms=("Keras", "loss function", "label"),
)
