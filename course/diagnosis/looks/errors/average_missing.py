"""A score for two classes is asked of more classes."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="average-missing",
    needs=("crash",),
    find=by_message(r"Target is multi(?:class|label).{0,40} but average='binary'"),
    title=N_("A score for two classes is asked of more classes"),
    why=N_(
        "Precision, recall and F1 are computed for one class by default. Your labels have more than two classes, or an example can have several, so the function must know how to average."
    ),
    change=N_('Say which mean you want, such as `average="macro"`.'),
    terms=(
        "metric",
        "F1 score",
        "class",
    ),
)
