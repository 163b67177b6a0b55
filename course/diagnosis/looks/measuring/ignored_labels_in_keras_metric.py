"""A metric of Keras counts labels that should be ignored."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

PLAIN = ("sparse_categorical_accuracy", "SparseCategoricalAccuracy", "accuracy", "Accuracy")
"""Metrics that compare every label; one of the reader's own has another name, and may leave some out."""


def find(facts: Facts) -> Found | None:
    for metric in facts.keras_metrics:
        ignored, labels = metric.labels.ignored, math.prod(metric.labels.shape)
        if metric.name in PLAIN and ignored and len(metric.labels.shape) > 1:
            return Found(
                "certain",
                {"name": metric.title or metric.name, "share": ignored / labels},
                [(N_("labels in all"), labels), (N_("of them `-100`"), ignored)],
                call_place(facts, "compile", option="metrics"),
            )
    return None


LOOK = Look(
    name="ignored-labels-in-keras-metric",
    needs=("keras_metrics",),
    find=find,
    title=N_("A metric of Keras counts labels that should be ignored"),
    why=N_(
        "The label `-100` marks tokens that have no label. The losses of 🤗 Transformers leave them out, but `{name}` compares them like all others, and none can ever be right: {share:.0%} of the labels in its first batch."
    ),
    change=N_(
        "Measure only where `labels != -100`: with a metric of your own that hands over `sample_weight`, or with NumPy, after `predict`."
    ),
    terms=("metric", "label"),
)
