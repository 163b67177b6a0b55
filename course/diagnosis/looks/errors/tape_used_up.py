"""A gradient tape is asked twice."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="tape-used-up",
    needs=("crash",),
    find=by_message(r"non-persistent GradientTape can only be used"),
    title=N_("The gradient tape is asked twice"),
    why=N_("A tape gives its gradients once and then lets go what it has recorded."),
    change=N_(
        "Ask once for all variables together, `tape.gradient(loss, first + second)`, make a tape for each loss, or make one with `persistent=True`."
    ),
    terms=("GradientTape", "gradient"),
)
