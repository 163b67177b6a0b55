"""An image has become too small for the next layer."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="image-too-small",
    needs=("crash",),
    find=by_message(
        r"Computed output size would be (?:zero or )?negative|Negative dimension size caused by subtracting"
        r"|Kernel size can't be greater than actual input size|Output size is too small"
    ),
    title=N_("The image has become too small for the next layer"),
    why=N_(
        "Each convolution without padding takes away a border, and each pooling halves the height and the width. After the layers before this one, less is left than this layer needs."
    ),
    change=N_(
        'Leave out a pooling, begin with larger images, or let the convolutions keep the size: `padding="same"`. `model.summary()` shows the shape after each layer in Keras.'
    ),
    terms=("layer", "shape", "padding"),
)
