"""A Keras model is asked for its input or output before it has any."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="model-never-called",
    needs=("crash",),
    find=by_message(
        r"has never been called and thus has no defined (?:input|output)|has no inbound nodes"
        r"|not connected, no (?:input|output)|does not have a single defined"
    ),
    title=N_("The model is asked for its input or output before it has one"),
    why=N_(
        "A `Sequential` model without an `Input`, or a model of a class of your own, learns its shapes when it gets its first batch. Before that, it has neither `input` nor `output`."
    ),
    change=N_(
        "Begin the model with `keras.Input(shape=…)`; a `Sequential` model can also be called on one batch first. A model of a class of your own never has them: build it of functional layers if you need them."
    ),
    terms=("Keras", "layer", "shape"),
)
