"""A model with several inputs gets another number of them."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="inputs-missing",
    needs=("crash",),
    find=by_message(r"expects (?P<made>\d+) (?:named )?input\(s\).* but it received (?P<got>\d+) input"),
    title=N_("The model gets another number of inputs"),
    why=N_("The model was made with {made} inputs, and is given {got}."),
    change=N_(
        "Give the inputs as one list in the order of the model, `fit([first, second], labels)`, or as a dictionary with their names."
    ),
    terms=(
        "Keras",
        "batch",
    ),
)
