"""Early stopping needs settings that are not there."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="early-stopping-unprepared",
    needs=("crash",),
    find=by_message(r"EarlyStoppingCallback requires"),
    title=N_("Early stopping lacks what it needs"),
    why=N_(
        "`EarlyStoppingCallback` compares each evaluation with the best one so far. For that, the arguments of the training must say when to evaluate, which value counts, and that the best checkpoint is kept."
    ),
    change=N_(
        'Set `eval_strategy="epoch"`, `save_strategy="epoch"`, `load_best_model_at_end=True` and `metric_for_best_model`, such as `"eval_loss"`.'
    ),
    terms=(
        "Trainer",
        "callback",
        "checkpoint",
    ),
)
