"""A normalization or attention layer is made for another width."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="layer-of-another-width",
    needs=("crash",),
    find=by_message(
        r"running_mean should contain \d+ elements not \d+|was expecting embedding dimension of"
        r"|[Gg]iven normalized_shape=.{1,80}expected input with shape"
    ),
    title=N_("A layer was made for another number of features"),
    why=N_(
        "Layers such as `BatchNorm`, `LayerNorm` and attention must be made for as many features as the layer before them returns."
    ),
    change=N_("Give the layer the number that the layer before it returns."),
    terms=("layer", "shape"),
)
