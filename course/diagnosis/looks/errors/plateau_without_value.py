"""A scheduler that waits for a plateau gets no value."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="plateau-without-value",
    needs=("crash",),
    find=by_message(r"ReduceLROnPlateau\.step\(\) missing 1 required positional argument"),
    title=N_("The scheduler does not get the value that it watches"),
    why=N_(
        "`ReduceLROnPlateau` lowers the learning rate when a value stops getting better. Its `step` must be told this value."
    ),
    change=N_("Call `scheduler.step(validation_loss)` once per epoch, after the evaluation."),
    terms=(
        "scheduler",
        "learning rate",
        "validation loss",
    ),
)
