"""A layer is asked for by a name that the model does not have."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="layer-not-in-model",
    needs=("crash",),
    find=by_message(r"No such layer: (?P<name>[\w/.-]+)"),
    title=N_("The model has no layer with this name"),
    why=N_(
        "There is no layer `{name}`. Without a name of its own, a layer gets one with a number that depends on how many were made before."
    ),
    change=N_(
        "Print `[layer.name for layer in model.layers]`, or give the layer a name. A layer of a model within the model is found in that one."
    ),
    terms=("layer", "Keras"),
)
