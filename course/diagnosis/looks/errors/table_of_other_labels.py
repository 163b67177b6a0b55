"""Labels that are texts are compared with numbers."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="table-of-other-labels",
    needs=("crash",),
    find=by_message(
        r"pos_label=.{1,20} is not a valid label|Labels in y_true and y_pred should be of the same type"
        r"|y_pred contains classes not in y_true|Mix of label input types"
    ),
    title=N_("A metric gets names in one place and numbers in the other"),
    why=N_(
        "The labels are texts and the predictions are numbers, or the other way round. A metric does not know which number stands for which name."
    ),
    change=N_("Turn both into numbers, or both into names: `[names[i] for i in predictions]`."),
    terms=("metric", "label", "prediction"),
)
