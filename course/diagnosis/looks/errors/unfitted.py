"""A scaler or an encoder is used before it has seen data."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="unfitted",
    needs=("crash",),
    find=by_message(r"This (?P<kind>\w+) instance is not fitted yet|instance is not fitted yet"),
    title=N_("A scaler, an encoder or a model is used before `fit`"),
    why=N_(
        "It learns from the training set what it needs, such as means or the names of the classes, and it has not done so yet. Often `transform` is called on another object than `fit`."
    ),
    change=N_("Call `fit` on the training set first, and `transform` on the same object."),
    terms=("training set",),
)
