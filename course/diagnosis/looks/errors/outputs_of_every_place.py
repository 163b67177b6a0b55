"""The model has an output for each place, and one label for each example."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="outputs-of-every-place",
    needs=("crash",),
    find=by_message(r"must have rank \(ndim\) `target\.ndim - 1`"),
    title=N_("The outputs have more axes than the labels"),
    why=N_(
        "The model returns something for each pixel or each token, and there is one label for each example. A layer that reduces the axes is missing before the last one, or a recurrent layer returns its outputs for the whole sequence."
    ),
    change=N_(
        "Put `Flatten()` or a global pooling before the last layer, or leave out `return_sequences=True` of the last recurrent layer."
    ),
    terms=("layer", "shape", "label"),
)
