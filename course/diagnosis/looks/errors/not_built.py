"""The weights of a Keras model are needed before there are any."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="not-built",
    needs=("crash",),
    find=by_message(
        r"(?<!metric )has not yet been built|have not yet been created|was never built|not created its variables"
        r"|You must build|is not built|isn't built"
    ),
    title=N_("The weights are needed before the model has any"),
    why=N_(
        "The weights are made when the model gets its first batch, for only then it knows their shapes. Loading weights and `count_params()` need them before."
    ),
    change=N_("Call the model on one batch first, or begin it with `keras.Input(shape=…)`."),
    terms=("Keras", "weight", "shape"),
)
