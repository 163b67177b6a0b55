"""A metric compares logits with a threshold that is one of probabilities."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for metric in facts.keras_metrics:
        given, threshold = metric.predictions, metric.threshold
        if threshold is None or not 0 < threshold < 1 or given.least is None or given.most is None:
            continue
        if given.floating and (given.least < 0 or given.most > 1):
            return Found(
                "likely",
                {"name": metric.name, "threshold": threshold, "least": given.least, "most": given.most},
                [
                    (N_("metric"), metric.name),
                    (N_("its threshold"), threshold),
                    (N_("its predictions"), f"{given.least:.3g} … {given.most:.3g}"),
                ],
                call_place(facts, "compile", option="metrics") or call_place(facts, "Precision", "Recall"),
            )
    return None


LOOK = Look(
    name="metric-of-logits",
    needs=("keras_metrics",),
    find=find,
    title=N_("The metric takes logits for probabilities"),
    why=N_(
        "`{name}` counts a prediction above {threshold:.3g} as a yes. That is meant for probabilities. It gets logits, from {least:.3g} to {most:.3g}: there a probability of one half is 0. So it misses every yes between 0 and {threshold:.3g}."
    ),
    change=N_(
        "Give the threshold of logits, as in `BinaryAccuracy(threshold=0.0)` or `Precision(thresholds=0.0)`. Or let the model end with a sigmoid, and leave `from_logits=True` out of the loss."
    ),
    terms=("metric", "logits", "probability"),
)
