"""Keras does not know the ending of a file name."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="file-ending",
    needs=("crash",),
    find=by_message(r"Invalid filepath extension|file(?:path|name) (?:provided )?must end in|must end with `?\.\w+"),
    title=N_("The name of the file has another ending"),
    why=N_(
        "Keras tells from the ending of the name how a model is saved: `.keras` for the whole model, `.weights.h5` for its weights."
    ),
    change=N_('Write the ending, for example `model.save("model.keras")` or `save_weights("model.weights.h5")`.'),
    terms=(
        "Keras",
        "checkpoint",
        "weight",
    ),
)
