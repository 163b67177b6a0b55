"""A callback wants to set a learning rate that a schedule says already."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="rate-set-twice",
    needs=("crash",),
    find=by_message(r"created with a `LearningRateSchedule` object|learning rate is not settable"),
    title=N_("The learning rate is set in two ways"),
    why=N_(
        "The optimizer has a schedule, which says the learning rate of each step. Your program, or a callback such as `ReduceLROnPlateau`, wants to set another one."
    ),
    change=N_("Keep one of the two: leave out the callback, or give the optimizer a number in place of the schedule."),
    terms=("learning rate", "learning rate schedule", "callback"),
)
