"""A metric of scikit-learn gets the predictions first."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

METRICS = (
    "precision_score",
    "recall_score",
    "precision_recall_fscore_support",
    "classification_report",
    "fbeta_score",
    "r2_score",
    "roc_auc_score",
    "average_precision_score",
)
"""Those that say something else if the two are exchanged."""
LABELS = re.compile(r"(?:y|y_?(?:true|test|val|valid)|labels?|targets?|truth|test_labels|val_labels|references)$")
CHOSEN = re.compile(r">|argmax|round\(|\.predict\(")
"""What makes predictions of the outputs of a model."""


def find(facts: Facts) -> Found | None:
    for call in calls(facts, *METRICS):
        if len(call.args) < 2 or any(each.arg in ("y_true", "y_pred", "y_score") for each in call.keywords):
            continue
        made = assigned(facts, call)
        first, second = (ast.unparse(each) for each in call.args[:2])
        maker = ast.unparse(made[first]) if first in made else ""
        if CHOSEN.search(maker) and LABELS.fullmatch(second.rpartition(".")[2]) and not LABELS.fullmatch(first):
            return Found(
                "likely",
                {"first": first, "second": second},
                [(N_("line of code"), f"`{ast.unparse(call)[:120]}`"), (f"`{first}`", f"`{maker[:80]}`")],
                place_of(facts, call),
            )
    return None


LOOK = Look(
    name="predictions-first",
    needs=(),
    find=find,
    title=N_("The metric gets the predictions first, and the labels second"),
    why=N_(
        "The metrics of scikit-learn take the labels first. Here `{first}`, which the model has said, stands in their place. So precision is shown as recall, and recall as precision, or the value means something else."
    ),
    change=N_("Exchange the two: `{second}` first, then `{first}`."),
    terms=("metric", "precision", "recall"),
)
