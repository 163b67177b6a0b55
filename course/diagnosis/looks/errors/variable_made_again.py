"""A traced function makes variables in each call."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="variable-made-again",
    needs=("crash",),
    find=by_message(
        r"[Cc]reating variables on a non-first call|singleton tf\.Variables"
        r"|tried to create variables on (?:a )?non-first call|tf\.function-decorated function tried to create"
        r"|You cannot add new elements of state"
    ),
    title=N_("A function that TensorFlow traces makes new variables"),
    why=N_(
        "Layers, optimizers, metrics and `tf.Variable` must exist before a function is traced, or be made in its first call only. An optimizer makes its variables in its first step, so one function cannot serve two optimizers or two models either."
    ),
    change=N_(
        "Make them once, outside of the function: for a layer in `__init__` or `build`. For another model or optimizer, make a new `tf.function`."
    ),
    terms=("tracing", "layer", "optimizer"),
)
