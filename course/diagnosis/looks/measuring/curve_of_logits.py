"""A metric of all thresholds gets logits."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for metric in facts.keras_metrics:
        given = metric.predictions
        if metric.name != "AUC" or metric.threshold is None or given.least is None or given.most is None:
            continue
        if given.floating and (given.least < 0 or given.most > 1):
            return Found(
                "certain",
                {"least": given.least, "most": given.most},
                [(N_("metric"), metric.name), (N_("its predictions"), f"{given.least:.3g} … {given.most:.3g}")],
                call_place(facts, "AUC"),
            )
    return None


LOOK = Look(
    name="curve-of-logits",
    needs=("keras_metrics",),
    find=find,
    title=N_("`AUC` takes logits for probabilities"),
    why=N_(
        "`AUC` tries thresholds from 0 to 1. It gets logits, from {least:.3g} to {most:.3g}: all that lie outside of these thresholds look the same to it, so its value is wrong."
    ),
    change=N_(
        "Write `AUC(from_logits=True)`, or let the model end with a sigmoid and leave `from_logits=True` out of the loss."
    ),
    terms=("metric", "logits", "probability"),
)
