"""The Trainer is to evaluate, and has no data for it."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="evaluation-set-missing",
    needs=("crash",),
    find=by_message(r"you didn't pass an `eval_dataset`|evaluation requires an eval_dataset"),
    title=N_("There are no data for the evaluation"),
    why=N_("The Trainer is asked to evaluate, and was given no `eval_dataset`."),
    change=N_('Give it one, `Trainer(…, eval_dataset=data["validation"])`, or set `eval_strategy="no"`.'),
    terms=(
        "Trainer",
        "validation set",
    ),
)
