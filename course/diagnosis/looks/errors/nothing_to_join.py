"""An empty list is put together to one tensor or array."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="nothing-to-join",
    needs=("crash",),
    find=by_message(
        r"expect(?:ed|s) a non-empty (?:list of Tensors|TensorList)"
        r"|[Nn]eed at least one array to (?:concatenate|stack)|No objects to concatenate",
        "likely",
    ),
    title=N_("An empty list is put together"),
    why=N_(
        "The list that should become one tensor or array is empty: the loop that fills it found nothing, or its data were used up, or it was never run."
    ),
    change=N_("Print the length of the list before this line, and look why the loop has added nothing."),
    terms=("tensor", "batch"),
    last=True,
)
