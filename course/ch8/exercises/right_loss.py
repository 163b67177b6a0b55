"""`right-loss`: leave the loss to the model, which knows its own task."""

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
"""The accuracy on unseen rows from which a model has learned."""


def draw(rng: Random) -> Case:
    """Rows and labels to train on, scores for a regression, and rows whose labels only the judge has."""
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
    N_("The model was not compiled: `compile_model` is to call `model.compile` on the model that it is given."),
    hint=1,
    error="AttributeError|RuntimeError|TypeError",
    pattern="_using_dummy_loss|must compile|compiled_loss|NoneType",
)
PROBABILITIES = Mistake(
    "probabilities",
    N_(
        "On the same logits and labels your loss is {actual}; the model's own is {expected}. A loss that is not told of logits "
        "takes them for probabilities."
    ),
    hint=2,
)
OTHER_LOSS = Mistake(
    "other-loss",
    N_(
        "On the same logits and labels your loss is {actual}; the model's own is {expected}. Which loss did you name, and who "
        "asked for it?"
    ),
    hint=2,
)
ONE_TASK = Mistake(
    "one-task",
    N_(
        "For three labels your loss is right. For a model with one output, which predicts a number, it is {actual}; the model's own "
        "is {expected}. The model knows its task; a loss that you name has to be told of it."
    ),
    hint=3,
)
STALLS = Mistake(
    "stalls",
    N_(
        "After {steps} steps the model is right in {accuracy} of rows that it has not seen; a guess is right in {guess}. Below is "
        "your own curve."
    ),
    hint=2,
)
OTHER_OPTIMIZER = Mistake(
    "other-optimizer",
    N_(
        "The optimizer that `compile_model` was given made {actual} steps of {expected}. Compile the model with this one."
    ),
    hint=1,
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
    """The model comes to be right on rows that it has not seen."""
    steps = handed.integer("steps", of="compile_model")
    if steps != STEPS:
        return OTHER_OPTIMIZER.found(actual=steps, expected=STEPS)
    logits = handed.array("logits", (UNSEEN, _toy.LABELS), of="compile_model")
    accuracy = float((logits.argmax(axis=1) == case.kept["labels"]).mean())
    if accuracy >= LEARNED:
        return None
    curve = handed.array("losses", (STEPS,), of="compile_model")
    return STALLS.found(
        steps=STEPS,
        accuracy=accuracy,
        guess=1 / _toy.LABELS,
        curve=curve.tolist(),
    )


EXERCISE = Exercise(
    name="right-loss",
    title=N_("The loss that the model knows"),
    settings=("tf",),
    task=(
        N_(
            "A batch of the lesson's script is one dictionary, with the labels among the inputs. A model of 🤗 Transformers can compute its "
            "loss from that by itself, and it knows which one: cross-entropy for labels, squared error for numbers."
        ),
        N_(
            "Write `compile_model` so that the model trains with its own loss and with the optimizer that it is given, whatever its task."
        ),
    ),
    hints=(
        N_(
            "`model.compile` takes several arguments. Which of them does this task speak of, and what happens with those that you leave "
            "out?"
        ),
        N_(
            "A loss that you pass to `compile` takes the place of the model's own. Who would have to tell it that it receives logits?"
        ),
        N_("In 🤗 Transformers, a model that is compiled without a loss trains with its own."),
    ),
    draw=draw,
    seconds=60.0,
    checks=(
        Check(
            "loss",
            N_("For labels the loss is right"),
            points=1,
            judge=judge_loss,
            mistakes=(NOT_COMPILED, PROBABILITIES, OTHER_LOSS),
        ),
        Check(
            "any-task",
            N_("For numbers too"),
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
            mistakes=(STALLS, OTHER_OPTIMIZER),
        ),
    ),
)
