"""A metric that needs two classes gets one."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="auc-of-one-class",
    needs=("crash",),
    find=by_message(
        r"Only one class (?:is )?present in y_true|ROC AUC score is not defined"
        r"|y_true takes value in .* and pos_label"
    ),
    title=N_("A metric that needs two classes gets one"),
    why=N_(
        "The area under the curve tells how well two classes are kept apart. In these labels, there is one class only: the batch is small, the rows were sorted before the split, or another column was taken."
    ),
    change=N_("Compute the metric once over all rows, and look at the labels: `collections.Counter(labels)`."),
    terms=("metric", "label", "split"),
)
