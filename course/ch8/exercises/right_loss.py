"""`right-loss`: compile the model with its own loss, which fits its task."""

from random import Random

import numpy as np

from course.ch8.exercises import _toy
from course.exercise import Case, Check, Exercise, Found, Handed, Mistake
from course.i18n import N_

ROWS = 160
UNSEEN = 60
SCORED = 40
STEPS = 16
LEARNED = 0.9
"""From this accuracy on unseen examples on, a model has learned."""


def draw(rng: Random) -> Case:
    """Draw examples with labels to train on, targets for a regression, and examples whose labels only the judge has."""
    rows, labels = _toy.rows(rng, ROWS + UNSEEN)
    scores = [rng.uniform(0.3, 0.9) for _ in range(SCORED)]
    given = {
        "rows": rows[:ROWS],
        "labels": labels[:ROWS],
        "unseen": rows[ROWS:],
        "scores": np.array(scores, dtype=np.float32),
        "seed": rng.getrandbits(31),
    }
    return Case(given, {"labels": labels[ROWS:]})


NOT_COMPILED = Mistake(
    "not-compiled",
    N_("`compile_model` should call `model.compile` on the model that it is given, but this model was not compiled."),
    hint=0,
    error="AttributeError|RuntimeError|TypeError",
    pattern="_using_dummy_loss|must compile|compiled_loss|'NoneType' object is not callable",
)
PROBABILITIES = Mistake(
    "probabilities",
    N_(
        "In the check of class labels your loss should be {expected}, the model's own loss, but it is {actual}. `compile_model` passes a loss from Keras to `model.compile`, and this loss takes the model's outputs for probabilities. The task needs no loss from Keras: the model should train with its own."
    ),
    hint=2,
)
OTHER_LOSS = Mistake(
    "other-loss",
    N_(
        "In the check of class labels your loss should be {expected}, the model's own loss, but it is {actual}. Which loss does `compile_model` pass to `model.compile`? The model should train with its own."
    ),
    hint=2,
)
ONE_TASK = Mistake(
    "one-task",
    N_(
        "For a model with three labels your loss is right, but for a regression model, which has one output and predicts a continuous value, it is wrong. There it should be {expected}, the model's own loss, but it is {actual}. The model chooses its own loss for its task; a loss that you pass to `compile` stays the same for every task."
    ),
    hint=3,
)
STALLS = Mistake(
    "stalls",
    N_(
        "After {steps} steps of training, the model's accuracy on examples that it has not seen is {accuracy}; it should be at least {bound}, and guessing reaches {guess}. Below is your own loss curve. If the check of the loss has failed, too, correct the loss first: a wrong loss can reward wrong predictions, or give the weights hardly any gradient."
    ),
    hint=0,
)
OTHER_OPTIMIZER = Mistake(
    "other-optimizer",
    N_(
        "When the check trained the model for {steps} steps, the optimizer that `compile_model` was given took {actual} of them. Pass this optimizer to `model.compile`: another one, even of the same kind, can have another learning rate."
    ),
    hint=0,
)


def judge_loss(case: Case, handed: Handed) -> Found | None:
    """For three labels the loss is the cross-entropy of the logits."""
    actual = handed.number("loss", of="compile_model")
    logits = handed.array("logits", (ROWS, _toy.LABELS), of="compile_model")
    labels = case.given["labels"]
    expected = _toy.cross_entropy(logits, labels)
    if not _toy.differ(logits):
        return OTHER_LOSS.found(actual=actual, expected=expected)
    if abs(actual - expected) < 1e-4:
        return None
    clipped = np.clip(logits, 1e-7, 1 - 1e-7)
    taken = _toy.cross_entropy(np.log(clipped), labels)
    kind = PROBABILITIES if abs(actual - taken) < 1e-2 else OTHER_LOSS
    return kind.found(actual=actual, expected=expected)


def judge_any_task(case: Case, handed: Handed) -> Found | None:
    """For one output the loss is the mean squared error."""
    actual = handed.number("loss", of="compile_model")
    logits = handed.array("logits", (SCORED, 1), of="compile_model")
    expected = float(((logits[:, 0] - case.given["scores"]) ** 2).mean())
    if _toy.differ(logits) and abs(actual - expected) < 1e-4:
        return None
    return ONE_TASK.found(actual=actual, expected=expected)


def judge_learns(case: Case, handed: Handed) -> Found | None:
    """The trained model is right on examples that it has not seen."""
    steps = handed.integer("steps", of="compile_model")
    if steps != STEPS:
        return OTHER_OPTIMIZER.found(actual=steps, steps=STEPS)
    logits = handed.array("logits", (UNSEEN, _toy.LABELS), of="compile_model")
    accuracy = float((logits.argmax(axis=1) == case.kept["labels"]).mean())
    if accuracy >= LEARNED:
        return None
    curve = handed.array("losses", (STEPS,), of="compile_model")
    return STALLS.found(
        steps=STEPS,
        accuracy=accuracy,
        bound=LEARNED,
        guess=1 / _toy.LABELS,
        curve=curve.tolist(),
    )


EXERCISE = Exercise(
    name="right-loss",
    title=N_("The model's own loss"),
    settings=("tf",),
    task=(
        N_(
            "In the script of this lesson a batch is one dictionary, with the labels among the inputs. From such a batch a model "
            "of 🤗 Transformers can compute its own loss. It chooses the loss that fits its task: cross-entropy for class labels, "
            "mean squared error for continuous values (regression)."
        ),
        N_(
            "Write `compile_model(model, optimizer)`: it compiles the model so that it trains with its own loss and with the given "
            "optimizer, for classification and for regression."
        ),
    ),
    hints=(
        N_(
            "`model.compile` takes several arguments. Which of them does this task mention, and what happens with those that you "
            "leave out?"
        ),
        N_(
            "A loss that you pass to `compile` replaces the model's own. Such a loss knows neither the model's task nor that the "
            "model returns logits. Look up the argument `loss` in the documentation of `TFPreTrainedModel.compile`."
        ),
        N_("In 🤗 Transformers, a TensorFlow model that is compiled without a loss trains with its own."),
    ),
    solved=N_(
        "The model now trains with its own loss, which fits its task, for labels that are classes and for labels that are continuous values."
    ),
    draw=draw,
    seconds=60.0,
    checks=(
        Check(
            "loss",
            N_("The loss is right for class labels"),
            points=1,
            judge=judge_loss,
            mistakes=(NOT_COMPILED, PROBABILITIES, OTHER_LOSS),
        ),
        Check(
            "any-task",
            N_("The loss is right for regression"),
            points=1,
            judge=judge_any_task,
            mistakes=(ONE_TASK,),
            needs=("loss",),
        ),
        Check(
            "learns",
            N_("The model learns"),
            points=1,
            judge=judge_learns,
            mistakes=(NOT_COMPILED, STALLS, OTHER_OPTIMIZER),
        ),
    ),
)
