"""The saved weights belong to a model with other layers."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="layers-differ-when-loading",
    needs=("crash",),
    find=by_message(
        r"Layer count mismatch when loading weights|expected \d+ variables, but received \d+"
        r"|objects could not be loaded|weight list of length \d+, but the layer was expecting"
        r"|Shape mismatch in layer|Weight count mismatch for layer|cannot be loaded .* into a model with"
        r"|weight shape \(.*\) is not compatible with provided weight shape|Cannot assign value to variable"
    ),
    title=N_("The saved weights belong to a model with other layers"),
    why=N_(
        "Weights are loaded into the same layers in the same order. The model has other layers than the one that was saved, or its layers have no weights yet."
    ),
    change=N_("Make the model with the same code as before, call it on one batch, and then load the weights."),
    terms=("weight", "layer", "checkpoint"),
)
