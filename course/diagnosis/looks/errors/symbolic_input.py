"""A function of TensorFlow gets a placeholder of Keras."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="symbolic-input",
    needs=("crash",),
    find=by_message(r"(?:A )?KerasTensor (?:cannot be used as input|is symbolic)"),
    title=N_("A function of TensorFlow gets a placeholder of Keras"),
    why=N_(
        "While a model is put together from `Input` and layers, there are no values yet, only placeholders (`KerasTensor`). Functions of TensorFlow cannot compute with them."
    ),
    change=N_(
        "Use the function of the same name in `keras.ops`, or write the calculation into the `call` of a layer of your own."
    ),
    terms=(
        "Keras",
        "layer",
        "tensor",
    ),
)
