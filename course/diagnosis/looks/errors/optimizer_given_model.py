"""The optimizer gets the model in place of its weights."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="optimizer-given-model",
    needs=("crash",),
    find=by_message(
        r"optimizer can only optimize Tensors|argument given to the optimizer should be an iterable of Tensors|'\w+' object is not iterable.*optim"
    ),
    title=N_("The optimizer gets the model in place of its weights"),
    why=N_("An optimizer changes tensors, so it needs the weights of the model and not the model."),
    change=N_("Write `model.parameters()`."),
    terms=(
        "optimizer",
        "weight",
    ),
)
