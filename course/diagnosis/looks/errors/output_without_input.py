"""A functional model's output does not come from its inputs."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="output-without-input",
    needs=("crash",),
    find=by_message(r"is not connected to `inputs`|[Gg]raph disconnected|`inputs` (?:are )?not connected to `outputs`"),
    title=N_("The output of the model does not come from its inputs"),
    why=N_(
        "A functional model is what lies between its inputs and its outputs. The outputs were computed from another `Input`, or the inputs that were named are not the ones that the layers got."
    ),
    change=N_(
        "Name in `keras.Model(inputs, outputs)` each `Input` that the layers were called on. A variable that was overwritten, such as `x`, is the most frequent cause."
    ),
    terms=("Keras", "layer"),
)
