"""An optimizer of Keras 2 is asked of Keras 3."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="optimizer-of-older-keras",
    needs=("crash",),
    find=by_message(r"keras\.optimizers\.legacy` is not supported|optimizers\.legacy"),
    title=N_("`optimizers.legacy` is not in Keras 3"),
    why=N_("The older optimizers exist in Keras 2 only."),
    change=N_(
        "Write `keras.optimizers.Adam(…)` without `legacy`. The learning rate may be a schedule; `decay` has gone."
    ),
    terms=("Keras", "optimizer"),
)
