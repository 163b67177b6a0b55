"""Weights take no part in the loss of a distributed training."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="unused-parameters",
    needs=("crash",),
    find=by_message(
        r"Expected to have finished reduction in the prior iteration"
        r"|Expected to mark a variable ready only once"
    ),
    title=N_("Weights of the model take no part in the loss, or take part twice"),
    why=N_("In distributed training each weight must get exactly one gradient in each step."),
    change=N_(
        "Leave out layers that are not used, or say `find_unused_parameters=True`; with gradient checkpointing, `use_reentrant=False`."
    ),
    terms=("distributed training", "gradient", "weight"),
)
