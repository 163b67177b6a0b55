"""A metric of Keras counts labels that have no weight in the loss."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.measuring.ignored_labels_in_keras_metric import PLAIN
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for metric in facts.keras_metrics:
        labels = math.prod(metric.labels.shape)
        if metric.name in PLAIN and metric.without_weight and len(metric.labels.shape) > 1:
            return Found(
                "certain",
                {"name": metric.title or metric.name, "share": metric.without_weight / labels},
                [(N_("labels in all"), labels), (N_("of them without weight in the loss"), metric.without_weight)],
                call_place(facts, "compile", option="metrics"),
            )
    return None


LOOK = Look(
    name="metric-without-weights",
    needs=("keras_metrics",),
    find=find,
    title=N_("A metric of Keras counts labels that have no weight"),
    why=N_(
        "The loss multiplies each label with its sample weight, so it leaves out those whose weight is 0. `metrics` does not: `{name}` counts them like all others, {share:.0%} of the labels in its first batch. As padding they are easy to get right, and the value is too good."
    ),
    change=N_("Give the metric to `compile` in `weighted_metrics` instead of `metrics`."),
    terms=("metric", "padding", "loss"),
)
