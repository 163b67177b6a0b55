"""A metric adds up the results of several epochs."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for metric in facts.keras_metrics:
        if metric.mixed >= 2:
            return Found(
                "certain",
                {"name": metric.name, "passes": metric.mixed},
                [(N_("metric"), metric.name), (N_("passes through the same data without a reset"), metric.mixed)],
                call_place(facts, "update_state", "result"),
            )
    return None


LOOK = Look(
    name="metric-not-reset",
    needs=("keras_metrics",),
    find=find,
    title=N_("A metric adds up the results of several epochs"),
    why=N_(
        "`{name}` was not reset for {passes} passes through the same data. So its value is a mean over all of them, and lags behind what the model can do now."
    ),
    change=N_("Call `reset_state()` before each evaluation."),
    cases=("accuracy-behind-the-loss",),
    terms=(
        "metric",
        "epoch",
        "evaluation loop",
    ),
)
