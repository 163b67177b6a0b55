"""The object that `fit` returns is taken for the values in it."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="history-indexed",
    needs=("crash",),
    find=by_message(r"'History' object is not subscriptable"),
    title=N_("The values of a training are in `history.history`"),
    why=N_(
        "`fit` returns an object with several parts. Its attribute `history` is the dictionary with the values of each epoch."
    ),
    change=N_('Write `history.history["loss"]`.'),
    terms=("Keras", "dictionary", "epoch"),
)
