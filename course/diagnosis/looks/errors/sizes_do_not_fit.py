"""A layer gets vectors of another length than it was made for."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="sizes-do-not-fit",
    needs=("crash",),
    find=by_message(r"mat1 and mat2 shapes cannot be multiplied \(\d+x(?P<got>\d+) and (?P<made>\d+)x\d+\)", "likely"),
    title=N_("A layer gets vectors of another length than it was made for"),
    why=N_("The layer is made for vectors of {made} numbers, and it gets vectors of {got}."),
    change=N_("Make the layer with `model.config.hidden_size` inputs, and look at the shape of what goes into it."),
    terms=(
        "layer",
        "shape",
    ),
    last=True,
)
