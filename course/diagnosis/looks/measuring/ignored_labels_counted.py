"""The metric counts labels that should be ignored."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.metric is not None
    if not facts.metric.counts_ignored or facts.metric.labels is None:
        return None
    labels = facts.metric.labels
    return Found(
        "certain",
        {"name": next(iter(facts.metric.perfect), "?")},
        [
            (N_("labels in all"), math.prod(labels.shape)),
            (N_("of them `-100`"), labels.ignored),
            *(
                (N_("for predictions that are all right"), f"{name} = {value:.4g}")
                for name, value in facts.metric.perfect.items()
            ),
        ],
        function_place(facts, "metric"),
    )


LOOK = Look(
    name="ignored-labels-counted",
    needs=("metric",),
    find=find,
    title=N_("The metric counts labels that should be ignored"),
    why=N_(
        "The label `-100` marks tokens that have no label: special tokens, later pieces of words, and padding. Your metric compares them with the predictions all the same. The doctor gave it predictions that are right wherever there is a label; `{name}` depends on the other places, too."
    ),
    change=N_("Take only the places where `labels != -100` before you compare."),
    cases=("good-tags-low-score",),
    terms=("metric", "label"),
)
