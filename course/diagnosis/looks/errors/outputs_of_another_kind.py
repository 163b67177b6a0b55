"""A result of the Trainer is read as if it were the output of a model."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="outputs-of-another-kind",
    needs=("crash",),
    find=by_message(
        r"'(?P<kind>PredictionOutput|EvalPrediction|EvalLoopOutput|TrainOutput)' object has no attribute '(?P<name>\w+)'"
    ),
    title=N_("The Trainer's result has other parts than a model's output"),
    why=N_("`{kind}` has no part `{name}`: it is what the Trainer returns, and not the output of a model."),
    change=N_(
        "`trainer.predict(…)` gives `predictions` (the logits), `label_ids` and `metrics`. `trainer.evaluate()` gives a dictionary."
    ),
    terms=(
        "Trainer",
        "logits",
    ),
)
