"""The Trainer trains without a training set."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="training-set-not-given",
    needs=("crash",),
    find=by_message(r"training requires a train_dataset"),
    title=N_("The Trainer was given no training set"),
    why=N_("`train()` takes the rows from the argument `train_dataset`, and nothing was given."),
    change=N_('Write `Trainer(…, train_dataset=data["train"])`.'),
    terms=("Trainer", "training set"),
)
