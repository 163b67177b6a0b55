"""The state of a recurrent layer was made for another batch size."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="state-of-another-batch",
    needs=("crash",),
    find=by_message(r"Expected hidden\[?\d?\]? size \((?P<needed>.*?)\), got \[(?P<made>.*?)\]"),
    title=N_("The recurrent state was made for another batch size"),
    why=N_(
        "The state that the layer is given has the shape ({made}), and this batch needs ({needed}). The last batch of an epoch often has fewer examples."
    ),
    change=N_(
        "Make the state for each batch, with its own size: `torch.zeros(layers, inputs.size(0), hidden)`. If it is left out, it begins with zeros."
    ),
    terms=(
        "batch size",
        "layer",
        "shape",
    ),
)
