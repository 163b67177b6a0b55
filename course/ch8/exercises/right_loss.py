"""`right-loss`: compile the model with its own loss, which fits its task."""

from random import Random

import numpy as np

from course.ch8.exercises import _toy
from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake
from course.i18n import N_

ROWS = 160
SCORED = 40


def draw(rng: Random) -> Draw:
    """Draw examples with labels to train on, targets for a regression, and examples whose labels only the judge has."""
    rows, labels = _toy.rows(rng, ROWS + _toy.UNSEEN)
    scores = [rng.uniform(0.3, 0.9) for _ in range(SCORED)]
    given = {
        "rows": rows[:ROWS],
        "labels": labels[:ROWS],
        "unseen": rows[ROWS:],
        "scores": np.array(scores, dtype=np.float32),
        "seed": rng.getrandbits(31),
        "rate": _toy.draw_rate(rng),
    }
    return Draw(given, {"labels": labels[ROWS:]})


NO_LOSS = Mistake(
    "no-loss",
    N_(
        "`compile_model` compiles the model without any loss, not even the model's own: the loss is 0, and training has nothing to reduce. To 🤗 Transformers, `loss=None` says that there is to be no loss, and the `compile` of `tf.keras.Model` knows only the losses of Keras. What does the model's own method, `model.compile`, use if you leave out the argument `loss`?"
    ),
    hint=0,
    error="TypeError",
    pattern="to be differentiated, but received None",
)
METHOD_OF_KERAS = Mistake(
    "method-of-keras",
    N_(
        "`compile_model` passes `model.compute_loss` to `model.compile`. This method of Keras is no loss: it calls the loss with which the model was compiled. The model's own loss needs no argument; what does `model.compile` use where you leave the argument `loss` out?"
    ),
    hint=0,
    error="AttributeError|TypeError|RecursionError",
    pattern="compute_loss",
)
ONE_HOT = Mistake(
    "one-hot",
    N_(
        "The loss that `compile_model` passes to `model.compile` cannot be computed from these labels: “{message}”. It expects the label of an example as several numbers, one for each class, and here it is one number. The task needs no loss from Keras: the model's own loss takes the labels as they are."
    ),
    hint=2,
    error="ValueError",
    pattern="Shapes .* are incompatible|must have the same shape",
)
PROBABILITIES = Mistake(
    "probabilities",
    N_(
        "In the check of class labels your loss should be {expected}, the model's own loss, but it is {actual}. `compile_model` passes a loss from Keras to `model.compile`, and this loss takes the model's outputs for probabilities. The task needs no loss from Keras: the model should train with its own."
    ),
    hint=2,
    veiled=N_(
        "In the check of class labels your loss is {actual}, and this is not the model's own loss. `compile_model` passes a loss from Keras to `model.compile`, and this loss takes the model's outputs for probabilities. The task needs no loss from Keras: the model should train with its own."
    ),
)
OTHER_LOSS = Mistake(
    "other-loss",
    N_(
        "In the check of class labels your loss should be {expected}, the model's own loss, but it is {actual}. Which loss does `compile_model` pass to `model.compile`? The model should train with its own."
    ),
    hint=2,
    veiled=N_(
        "In the check of class labels your loss is {actual}, and this is not the model's own loss. Which loss does `compile_model` pass to `model.compile`? The model should train with its own."
    ),
)
ONE_TASK = Mistake(
    "one-task",
    N_(
        "For a model with three labels your loss is right, but for a regression model, which has one output and predicts a continuous value, it is wrong. There it should be {expected}, the model's own loss, but it is {actual}. The model chooses its own loss for its task; a loss that you pass to `compile` stays the same for every task."
    ),
    hint=3,
    veiled=N_(
        "For a model with three labels your loss is right, but for a regression model, which has one output and predicts a continuous value, it is wrong: it is {actual}, and this is not the model's own loss. The model chooses its own loss for its task; a loss that you pass to `compile` stays the same for every task."
    ),
)


def judge_loss(draw: Draw, handed: Handed) -> Found | None:
    """For three labels the loss is the cross-entropy of the logits."""
    if not handed.truth("compiled", of="compile_model"):
        return _toy.NOT_COMPILED.found()
    actual = handed.number("loss", of="compile_model")
    logits = handed.array("logits", (ROWS, _toy.LABELS), of="compile_model")
    labels = draw.given["labels"]
    expected = _toy.cross_entropy(logits, labels)
    if not _toy.differ(logits):
        return OTHER_LOSS.found(actual=actual, expected=expected)
    if abs(actual - expected) < 1e-4:
        return None
    if handed.truth("without loss", of="compile_model"):
        return NO_LOSS.found()
    clipped = np.clip(logits, 1e-7, 1 - 1e-7)
    taken = _toy.cross_entropy(np.log(clipped), labels)
    kind = PROBABILITIES if abs(actual - taken) < 1e-2 else OTHER_LOSS
    return kind.found(actual=actual, expected=expected)


def judge_any_task(draw: Draw, handed: Handed) -> Found | None:
    """For one output the loss is the mean squared error."""
    if not handed.truth("compiled", of="compile_model"):
        return _toy.NOT_COMPILED.found()
    actual = handed.number("loss", of="compile_model")
    logits = handed.array("logits", (SCORED, 1), of="compile_model")
    expected = float(((logits[:, 0] - draw.given["scores"]) ** 2).mean())
    if _toy.differ(logits) and abs(actual - expected) < 1e-4:
        return None
    return ONE_TASK.found(actual=actual, expected=expected)


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
            "Write `compile_model(model, optimizer)`: it compiles the model, with `model.compile`, so that it trains with its own "
            "loss and with the given optimizer, for classification and for regression. It need not return anything."
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
        N_(
            "In 🤗 Transformers, a TensorFlow model trains with its own loss if `model.compile` is called without the argument `loss`. `loss=None` is something else: it says that there is to be no loss."
        ),
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
            mistakes=(
                _toy.NOT_COMPILED,
                _toy.UNKNOWN_LOSS,
                NO_LOSS,
                METHOD_OF_KERAS,
                ONE_HOT,
                PROBABILITIES,
                OTHER_LOSS,
            ),
        ),
        Check(
            "any-task",
            N_("The loss is right for regression"),
            points=1,
            judge=judge_any_task,
            mistakes=(_toy.NOT_COMPILED, ONE_TASK),
            needs=("loss",),
            hint=3,
        ),
        Check(
            "learns",
            N_("The model learns, with the optimizer that is given"),
            points=1,
            judge=_toy.judge_training,
            mistakes=(*_toy.TRAINING_MISTAKES, NO_LOSS, METHOD_OF_KERAS, ONE_HOT),
            hint=2,
        ),
    ),
)
