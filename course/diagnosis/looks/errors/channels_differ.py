"""A transform for images with three channels gets one, or the other way round."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="channels-differ",
    needs=("crash",),
    find=by_message(
        r"output with shape \[1, \d+, \d+\] doesn't match the broadcast shape \[3"
        r"|output with shape \[4, \d+, \d+\]"
        r"|The size of tensor a \([14]\) must match the size of tensor b \(3\) at non-singleton dimension 0"
    ),
    title=N_("The image has another number of channels than the transform expects"),
    why=N_("`Normalize` gets three means for the colours, and this image is grey, or has a channel for transparency."),
    change=N_('Open the images with `.convert("RGB")`, or give one mean and one deviation.'),
    terms=("shape",),
)
