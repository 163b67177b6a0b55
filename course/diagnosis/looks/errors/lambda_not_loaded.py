"""A saved model has a layer with code in it."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="lambda-not-loaded",
    needs=("crash",),
    find=by_message(r"whose `function` is a Python lambda|safe_mode=False|unsafe_deserialization"),
    title=N_("The saved model has a `Lambda` layer with code in it"),
    why=N_("Keras does not run code from a file unless you say that you trust it."),
    change=N_(
        "If the file is your own, write `keras.models.load_model(path, safe_mode=False)`. In place of `Lambda`, a layer of a class of your own can be saved and read, if `@keras.saving.register_keras_serializable()` stands above the class."
    ),
    terms=("Keras", "layer", "checkpoint"),
)
