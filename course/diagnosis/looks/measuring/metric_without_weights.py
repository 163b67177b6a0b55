"""A metric of Keras counts labels whose weight is 0 in the loss."""

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
                [(N_("labels in all"), labels), (N_("of them with weight 0 in the loss"), metric.without_weight)],
                call_place(facts, "compile", option="metrics"),
            )
    return None


LOOK = Look(
    name="metric-without-weights",
    needs=("keras_metrics",),
    find=find,
    title=N_("A metric of Keras counts labels whose weight is 0"),
    why=N_(
        "The loss of each label is multiplied by its sample weight, so labels whose weight is 0 are left out. In `metrics` they are not: `{name}` counts them like all others; their share of the labels in its first batch: {share:.0%}. If they are padding, they are easy to get right, and the value is too good."
    ),
    change=N_("Give the metric to `compile` in `weighted_metrics` instead of `metrics`."),
    terms=("metric", "padding", "loss"),
)
