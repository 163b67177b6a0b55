"""A layer is called on something else than a tensor."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="layer-given-no-tensor",
    needs=("crash",),
    find=by_message(r"Inputs to a layer should be tensors|Only input tensors may be passed as positional arguments"),
    title=N_("A layer is called on something that is no tensor"),
    why=N_(
        "A layer that is called takes tensors. Here it gets another layer, a shape, a list or a number: often the layer before was made and not called."
    ),
    change=N_("Call each layer on the output of the one before: `x = layers.Dense(32)(x)`."),
    terms=("Keras", "layer", "tensor"),
)
