"""`evaluate` returns the loss alone, and two values are expected."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="evaluate-without-metrics",
    needs=("crash",),
    find=by_message(
        r"cannot unpack non-iterable (?:float|numpy\.float32|numpy\.float64) object",
        "likely",
    ),
    title=N_("A single number is unpacked into several names"),
    why=N_(
        "What stands on the right returns one number. Keras's `evaluate` returns the loss alone if `compile` was given no metrics; with metrics, a list with the loss first."
    ),
    change=N_('Give `compile` the metric, as in `metrics=["accuracy"]`, or take one value only.'),
    terms=("Keras", "metric", "loss"),
    last=True,
)
