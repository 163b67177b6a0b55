"""A layer needs to know an axis whose length varies."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="axis-of-unknown-length",
    needs=("crash",),
    find=by_message(
        r"channel dimension of the inputs should be defined"
        r"|last dimension of the inputs to a Dense layer should be defined|Undefined shapes are not supported"
        r"|should be defined\. Found `?None"
    ),
    title=N_("A layer needs a fixed length where the length varies"),
    why=N_(
        "How many weights this layer has depends on the length of its inputs, and that is not known: the text or image may have any size, and `Flatten` makes one axis of all of it."
    ),
    change=N_("Give the length in `keras.Input(shape=…)`, or use a global pooling in place of `Flatten`."),
    terms=("layer", "shape", "weight"),
)
