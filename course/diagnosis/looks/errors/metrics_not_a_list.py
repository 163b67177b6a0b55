"""The metrics are no list."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="metrics-not-a-list",
    needs=("crash",),
    find=by_message(r"Expected `metrics` argument to be a list"),
    title=N_("The metrics are not in a list"),
    why=N_("`compile` takes the metrics in a list, also a single one."),
    change=N_('Write `metrics=["accuracy"]`.'),
    terms=(
        "metric",
        "argument",
    ),
)
