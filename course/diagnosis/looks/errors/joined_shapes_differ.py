"""Layers with different shapes are joined."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="joined-shapes-differ",
    needs=("crash",),
    find=by_message(
        r"`?Concatenate`? layer requires inputs with matching shapes"
        r"|Inputs have incompatible shapes\. Received shapes|requires inputs? (?:of|with) the same shapes?"
    ),
    title=N_("Two layers with different shapes are joined"),
    why=N_("Adding needs the same shapes, and `Concatenate` the same shapes but for one axis."),
    change=N_(
        "Print the two shapes. A `Dense` layer, or a convolution with size 1, brings the last axis of one to the length of the other's; `Flatten` or a global pooling brings it to the same number of axes."
    ),
    terms=("layer", "shape"),
)
