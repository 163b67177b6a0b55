"""The metric compares each prediction with every label."""

from __future__ import annotations

from course.diagnosis.facts import CLOSE, Facts
from course.diagnosis.lines import function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.metric is not None
    column, flat = facts.metric.perfect, facts.metric.flat
    for name, value in flat.items():
        # predictions that are all right have an error of 0, or a score of 1
        ideal = next((each for each in (0.0, 1.0) if abs(value - each) < CLOSE), None)
        if ideal is not None and abs(column.get(name, ideal) - ideal) > CLOSE:
            return Found(
                "certain",
                {"name": name},
                [
                    (N_("value for right predictions with the shape `(n, 1)`"), column[name]),
                    (N_("value for the same predictions with the shape `(n,)`"), value),
                ],
                function_place(facts, "metric"),
            )
    return None


LOOK = Look(
    name="metric-pairs-all",
    needs=("metric",),
    find=find,
    title=N_("The metric compares each prediction with every label"),
    why=N_(
        "The predictions have the shape `(n, 1)` and the labels have the shape `(n,)`. What comes of `-` or `==` between them has the shape `(n, n)`: each prediction is compared with every label. The value of `{name}` for predictions that are all right changes if their last axis is taken away."
    ),
    change=N_("Take the last axis away before you compare: `predictions = predictions.squeeze(-1)`."),
    terms=("metric", "shape", "prediction"),
    cases=("outputs-good-score-low",),
)
