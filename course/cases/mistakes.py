"""The mistakes that a repair can make: of any case, whatever was wrong with its script."""

from __future__ import annotations

from collections.abc import Mapping

from course.exercise import Mistake
from course.i18n import N_

VARIABLES = ("trainer", "model", "tokenizer", "train_loader", "eval_loader", "train_set", "validation_set", "scores")
"""The variables of `main()` that a harness may look at."""


def same_error(error: str, pattern: str) -> Mistake:
    """The error of a case, which its repair should have ended; of several names with `|` between them, any."""
    return Mistake(
        "same-error",
        N_(
            "The error is still there: `{error}`: “{message}”. The lines of your file that led to it are shown below. Look at the values in these lines: what does the library expect there, and what does it get?"
        ),
        hint=1,
        error=error,
        pattern=pattern,
    )


OTHER_ERROR = Mistake(
    "other-error",
    N_(
        "The script now stops with an error that it did not have when you got it: `{error}`: “{message}”. The lines of your file that led to it are shown below. Undo what you changed there, and look for the mistake elsewhere."
    ),
    hint=0,
    error=".*",
)
RENAMED = Mistake(
    "renamed",
    N_(
        "At the end of `main()` these variables are missing, or are of another type than before: {names}. The check looks at them: give them back their names."
    ),
    hint=0,
)
CAUGHT = Mistake(
    "caught",
    N_(
        "Your script catches an error, `{error}`, and goes on as if nothing had happened. But the work that was interrupted is not done: on new examples the model is right for a share of only {score}. Remove the cause of the error, and do not catch it."
    ),
    hint=1,
)
NO_STEPS = Mistake(
    "no-steps",
    N_(
        "The script ends without an error, but it has not taken a single training step, so the model has learned nothing. Let it train as it did before."
    ),
    hint=1,
)
NOT_LEARNED = Mistake(
    "not-learned",
    N_(
        "The model has not learned enough. On new examples it is right for a share of {score}; without the mistake the share is at least {target}, and a model that always gives the most frequent answer reaches {guess}. Either the mistake is still there, at least in part, or another change keeps the model from learning."
    ),
    hint=1,
)
NO_SCORE = Mistake(
    "no-score",
    N_(
        "The script reports no score any more: at the end of `main()`, `scores` has no number with the key that it had before. Without a score nobody can say whether the model is good."
    ),
    hint=0,
)
OTHER_SCORE = Mistake(
    "other-score",
    N_(
        "The script reports a score of {told}, but for its model and the whole validation set it is {true}. Look at how the score is computed: from which predictions, with which labels, and over how many examples?"
    ),
    hint=1,
)
WORST_KEPT = Mistake(
    "worst-kept",
    N_(
        "The script runs, but the model that it keeps is not the best one. It chooses by `{metric}`, and this value is no better for right predictions than for wrong ones. Look at `metric_for_best_model`, at `greater_is_better`, and at what `compute_metrics` returns."
    ),
    hint=1,
)
FACTS: Mapping[str, Mistake] = {
    "training-rows": Mistake(
        "training-rows",
        N_(
            "The script should train on {before} examples, and now it trains on {now}. The mistake can be repaired with all of them: leave none out."
        ),
        hint=0,
    ),
    "validation-rows": Mistake(
        "validation-rows",
        N_(
            "The script should measure its score on {before} examples, and now it does so on {now}. A smaller or another check is no repair."
        ),
        hint=0,
    ),
    "steps": Mistake(
        "steps",
        N_(
            "The script should take {before} training steps, and now it takes {now}. Longer or shorter training is not needed for the repair, and can hide what is wrong."
        ),
        hint=0,
    ),
    "batch-size": Mistake(
        "batch-size",
        N_(
            "The script should train with {before} examples in a batch, and now it trains with {now}. Another batch size is not needed for the repair."
        ),
        hint=0,
    ),
    "learning-rate": Mistake(
        "learning-rate",
        N_(
            "The highest learning rate in the training should be {before}, and now it is {now}. Another one is not needed for the repair. If you have not changed it, look at when `step()` of the scheduler is called."
        ),
        hint=0,
    ),
    "trained-parameters": Mistake(
        "trained-parameters",
        N_(
            "The script should train {before} parameters, and now its optimizer gets gradients for {now} of them. A part of the model stays as it was before training."
        ),
        hint=0,
    ),
    "mean-rate": Mistake(
        "mean-rate",
        N_(
            "The mean learning rate over all training steps should be about {before} % of the highest learning rate, and now it is {now} %. Look at the schedule: does the learning rate change in each step as the task says?"
        ),
        hint=0,
    ),
    "first-loss": Mistake(
        "first-loss",
        N_(
            "The first `backward()` should begin with a loss of about {before}, and now it begins with {now}. Look at how the loss is computed: from which values, with which labels (padding has none that counts), over how many of them, and divided by what?"
        ),
        hint=1,
    ),
    "old-gradients": Mistake(
        "old-gradients",
        N_(
            "In {now} training steps, the gradients of the step before were still there, and the new gradients were added to them. Each step should use only the gradients of its own batches."
        ),
        hint=1,
    ),
    "lost-gradients": Mistake(
        "lost-gradients",
        N_(
            "The gradients of {now} batches were cleared before a training step used them. So these batches teach the model nothing."
        ),
        hint=1,
    ),
    "padding-read": Mistake(
        "padding-read",
        N_(
            "In one training batch, the attention mask lets the model read {now} padding tokens. Padding is not part of the text, and the attention mask should be 0 there."
        ),
        hint=1,
    ),
    "padding-learned": Mistake(
        "padding-learned",
        N_(
            "In one training batch, {now} padding tokens have a label that the loss counts. Padding is not part of the text, and its label should be `-100`."
        ),
        hint=1,
    ),
    "parameters": Mistake(
        "parameters",
        N_(
            "The model of the repaired script should have {before} parameters, but yours has {now}. Use the same checkpoint, with the size of its output that the task asks for."
        ),
        hint=0,
    ),
}
