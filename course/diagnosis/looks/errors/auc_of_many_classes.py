"""A metric for two classes gets several."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="auc-of-many-classes",
    needs=("crash",),
    find=by_message(r"multi_class must be in|multiclass format is not supported"),
    title=N_("A metric for two classes gets several"),
    why=N_(
        "By itself, the area under the curve is one of two classes. With more of them it must be said how they are compared, and the scores must be probabilities of all classes."
    ),
    change=N_('Write `roc_auc_score(labels, probabilities, multi_class="ovr")`.'),
    terms=("metric", "label", "probability"),
)
