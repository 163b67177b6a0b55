"""Keras gets lists of Python where it takes arrays."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="lists-for-keras",
    needs=("crash",),
    find=by_message(r"Unrecognized data type: x=|Failed to find data adapter that can handle"),
    title=N_("Keras gets lists where it takes arrays"),
    why=N_(
        "`fit`, `evaluate` and `predict` take arrays, tensors or a `tf.data.Dataset`. A list of Python is taken for several inputs."
    ),
    change=N_("Write `np.array(…)` around the inputs and around the labels."),
    terms=(
        "Keras",
        "tensor",
    ),
)
