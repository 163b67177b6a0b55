"""A parameter is in two groups of an optimizer."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="parameter-in-two-groups",
    needs=("crash",),
    find=by_message(r"some parameters appear in more than one parameter group"),
    title=N_("A parameter is in two groups of the optimizer"),
    why=N_(
        "Each group has a learning rate of its own, so a parameter can be in one group only. Often one group gets a part of the model, and another one the whole model."
    ),
    change=N_(
        "Leave the parameters of the part out of the other group, for example by their names in `model.named_parameters()`."
    ),
    terms=("optimizer", "parameter"),
)
