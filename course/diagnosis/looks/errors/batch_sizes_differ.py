"""The loss gets more outputs than labels, or the other way round."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="batch-sizes-differ",
    needs=("crash",),
    find=by_message(
        r"Expected input batch_size \((?P<outputs>\d+)\) to match target batch_size \((?P<targets>\d+)\)", "likely"
    ),
    title=N_("The loss gets more outputs than labels, or the other way round"),
    why=N_("The loss got {outputs} outputs and {targets} labels. Each label needs exactly one output."),
    change=N_(
        "Print the shapes of both before the loss. Common causes are a `view` or `reshape` that mixes the batch with another axis, and one label for each text but one output for each token."
    ),
    terms=(
        "shape",
        "label",
        "logits",
    ),
    last=True,
)
