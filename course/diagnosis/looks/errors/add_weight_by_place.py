"""`add_weight` gets the name in the place of the shape."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="add-weight-by-place",
    needs=("crash",),
    find=by_message(r"`name` must be passed as a keyword argument|add_weight\(\) got multiple values for argument"),
    title=N_("`add_weight` takes the shape first today"),
    why=N_("In Keras 3 the first argument is the shape. Older programs gave the name first."),
    change=N_('Write `self.add_weight(name="scale", shape=(…), initializer="ones")`.'),
    terms=("Keras", "argument", "weight"),
)
