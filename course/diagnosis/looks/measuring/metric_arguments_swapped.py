"""The metric gets the labels as predictions, and the predictions as labels."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, keywords
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.metric is not None
    constant = facts.metric.constant
    # who asks for another value where nothing can be divided may get any
    other = any(word.arg == "zero_division" and ast.unparse(word.value) != "0" for word in keywords(facts))
    if other or len(constant) != 2 or constant[0] <= constant[1] + 0.01:
        return None
    return Found(
        "likely",
        {"precision": constant[0], "recall": constant[1]},
        [
            (N_("precision of always giving one answer"), round(constant[0], 3)),
            (N_("recall of always giving one answer"), round(constant[1], 3)),
        ],
        call_place(facts, "precision_score", "precision_recall_fscore_support", "recall_score", "f1_score")
        or call_place(facts, "compute"),
    )


LOOK = Look(
    name="metric-arguments-swapped",
    needs=("metric",),
    find=find,
    title=N_("Precision and recall are swapped"),
    why=N_(
        "The doctor has given your metric predictions that are always the same class. Then the precision cannot be above the recall. Your metric says {precision:.3f} and {recall:.3f}: it takes the labels for predictions, and the predictions for labels."
    ),
    change=N_("scikit-learn takes the labels first: `precision_score(labels, predictions)`."),
    terms=("precision", "recall", "metric"),
)
