"""A functional Keras model is made of something else than symbolic tensors."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="functional-parts",
    needs=("crash",),
    find=by_message(
        r"values must be KerasTensors|Input tensors to a Functional must come from"
        r"|must be (?:a )?KerasTensors?"
    ),
    title=N_("`keras.Model` needs tensors and gets something else"),
    why=N_(
        "The inputs are what `keras.Input(…)` returns, and the outputs what layers return that were called on them. A layer itself, a shape or an array is none."
    ),
    change=N_("Call each layer: `outputs = layers.Dense(4)(x)`, and then `keras.Model(inputs, outputs)`."),
    terms=("Keras", "layer", "tensor"),
)
