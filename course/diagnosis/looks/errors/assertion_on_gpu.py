"""A kernel on the GPU has met a number that cannot be."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="assertion-on-gpu",
    needs=("crash",),
    find=by_message(
        r"device-side assert triggered",
        "likely",
    ),
    title=N_("A number is out of range in a computation on the GPU"),
    why=N_(
        "Nearly always a label is not among the outputs of the model, or a token id has no row in the embedding. The GPU reports that late, so the line is often not the one with the mistake."
    ),
    change=N_("Run the program on the CPU once: there the message names the number and the right line."),
    terms=("kernel (GPU)", "label", "token id"),
)
