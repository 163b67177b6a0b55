"""Class weights are given to a model with several outputs."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="class-weight-of-several-outputs",
    needs=("crash",),
    find=by_message(
        r"`class_weight` is only supported for Models with a single output"
        r"|`class_weight` (?:must contain|is not supported)"
    ),
    title=N_("Class weights do not fit this model"),
    why=N_("`class_weight` works for a model with one output, and needs a weight for each class."),
    change=N_(
        "Give a weight for each row in its place: `sample_weight`, for several outputs one array for each of them."
    ),
    terms=("Keras", "class weight"),
)
