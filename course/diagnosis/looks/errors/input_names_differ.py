"""A Keras model gets inputs under other names."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="input-names-differ",
    needs=("crash",),
    find=by_message(r'(?:Missing data for input|No data provided for) "(?P<name>[^"]*)"'),
    title=N_("The model gets its inputs under other names"),
    why=N_("A dictionary of inputs needs the names that the `Input` layers have. The model waits for `{name}`."),
    change=N_(
        'Give each input layer its name, `keras.Input(…, name="{name}")`, and use the same names in the dictionary.'
    ),
    terms=("Keras", "dictionary"),
)
