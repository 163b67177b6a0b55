"""The function of a learning rate scheduler does not return a number."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="schedule-returns-nothing",
    needs=("crash",),
    find=by_message(r'output of the (?:`|")?schedule(?:`|")? function should be'),
    title=N_("The function of the learning rate schedule does not always return a number"),
    why=N_(
        "Keras asks it for the rate at the beginning of each epoch. In some epoch it ended without `return`, or returned something else."
    ),
    change=N_("Return a floating-point number in every case."),
    terms=("learning rate schedule", "callback", "epoch"),
)
