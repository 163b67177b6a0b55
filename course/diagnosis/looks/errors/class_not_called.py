"""A class is used where an object of it is needed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="class-not-called",
    needs=("crash",),
    find=by_message(
        r"missing 1 required positional argument: 'self'|\(of type <class 'type'>\)|Callback\.set_(?:model|params)\(\) missing|set_params\(\) missing 1 required"
    ),
    title=N_("The class is used, and no object was made of it"),
    why=N_(
        "The name stands for the class itself. Its methods need an object, which comes into being when the class is called."
    ),
    change=N_("Write the parentheses: `model = Net()`, `loss_function = nn.CrossEntropyLoss()`."),
    terms=(
        "class",
        "argument",
    ),
)
