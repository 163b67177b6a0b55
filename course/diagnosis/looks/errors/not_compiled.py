"""A model is trained before it is compiled."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="not-compiled",
    needs=("crash",),
    find=by_message(r"You must (?:call `compile\(\)`|compile your model) before"),
    title=N_("The model is trained before it is compiled"),
    why=N_(
        "`fit` takes the loss, the optimizer and the metrics from `compile`, and this model was not compiled. A model that is loaded or copied must be compiled again."
    ),
    change=N_("Call `model.compile(optimizer=…, loss=…, metrics=[…])` on this model before `fit`."),
    terms=(
        "Keras",
        "loss function",
        "optimizer",
    ),
)
