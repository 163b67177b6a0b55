"""An axis is asked for that a tensor or an array does not have."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="axis-not-there",
    needs=("crash",),
    find=by_message(
        r"Dimension out of range \(expected|axis -?\d+ is out of bounds for array of dimension"
        r"|too many indices for (?:tensor|array)|Invalid reduction dimension|Expected dimension in the range",
        "likely",
    ),
    title=N_("An axis is asked for that the tensor does not have"),
    why=N_(
        "A tensor with two axes has the axes 0 and 1. Here the tensor has fewer axes than the line expects: often it is one example without the axis of the batch, or its logits were reduced to classes before."
    ),
    change=N_(
        "Print the shape just before this line. `unsqueeze(0)`, or `x[None]`, adds an axis; an `argmax` or `squeeze` before may have taken one away."
    ),
    terms=("tensor", "shape", "batch"),
    last=True,
)
