"""A program was written for TensorFlow 1."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="written-for-tensorflow-1",
    needs=("crash",),
    find=by_message(
        r"not compatible with eager execution|Session graph is empty"
        r"|should be a function when eager execution is enabled|tf\.gradients is not supported when eager"
        r"|Attempting to capture an EagerTensor without building a function"
    ),
    title=N_("The program was written for TensorFlow 1"),
    why=N_(
        "Since TensorFlow 2 everything is computed at once. Placeholders, sessions and `minimize` with a tensor are gone."
    ),
    change=N_("Write the model with Keras, and the training with `fit` or `tf.GradientTape`."),
    terms=("eager execution", "GradientTape"),
)
