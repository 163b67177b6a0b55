"""The labels of an image have an axis too many."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="mask-with-channel",
    needs=("crash",),
    find=by_message(r"only batches of spatial targets supported"),
    title=N_("The labels of the image have an axis too many"),
    why=N_(
        "For a class for each pixel, the loss takes labels with the axes (batch, height, width). These have an axis for channels, too, or colours in place of class numbers."
    ),
    change=N_(
        "Take away the axis of the channels: `mask.squeeze(1).long()`. If there are colours, turn them into class numbers before."
    ),
    terms=("label", "shape"),
)
