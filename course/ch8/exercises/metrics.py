"""`metrics`: the Trainer hands over logits, and a metric takes predicted labels."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake
from course.i18n import N_

SETS = 4
ROWS = 40
LABELS = 3
PARTS = (16, 17, 7)
CALL = "make_metrics(...)(...)"
"""How the check calls the function that an answer makes."""


def draw(rng: Random) -> Case:
    """Draw sets of logits and labels. The model is right on more than half of the examples, so that a wrong answer does not get the right accuracy by chance."""
    draws = np.random.default_rng(rng.getrandbits(64))
    counts = draws.integers(22, 37, size=SETS)
    rights = [draws.permutation(np.arange(ROWS) < count) for count in counts]
    ends = np.cumsum(PARTS)
    shares = [float(rights[0][end - size : end].mean()) for size, end in zip(PARTS, ends, strict=False)]
    given = {
        "sets": [_rows(draws, right) for right in rights],
        "parts": list(PARTS),
    }
    accuracies = [float(right.mean()) for right in rights]
    return Case(given, {"accuracies": accuracies, "shares": shares})


def _rows(draws: np.random.Generator, right: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """Labels, and logits of which the largest belongs to the label in the examples that are to be right."""
    labels = draws.permutation(np.arange(ROWS) % LABELS)
    logits = draws.normal(size=(ROWS, LABELS)).astype(np.float32)
    for row, label in enumerate(labels):
        best = logits[row].argmax()
        wanted = label if right[row] else (label + 1) % LABELS
        logits[row, [best, wanted]] = logits[row, [wanted, best]]
    return {"logits": logits, "labels": labels}


LOGITS_AS_PREDICTIONS = Mistake(
    "logits-as-predictions",
    N_(
        "The metric refused the predictions that your inner function gave it. It expects one whole number for each example: the label that the model predicts. The logits are one number for each label of each example, and the predicted label is the index of the largest of them."
    ),
    hint=2,
    error="ValueError",
    pattern="don't match the expected format",
)
ONE_NUMBER = Mistake(
    "one-number",
    N_(
        "The metric got a single number instead of one prediction for each example. Print the shape of the array in which your code looks for the largest value. Does this array hold the logits, and do you look for the largest value of each example, or of the whole array?"
    ),
    hint=2,
    error="TypeError",
    pattern="has no len|not iterable",
)
WRONG_AXIS = Mistake(
    "wrong-axis",
    N_(
        "The number of predictions differs from the number of labels, but there should be one prediction for each example. Print the shape of your predictions, and check along which axis you look for the largest logit."
    ),
    hint=3,
    error="ValueError",
    pattern="Mismatch in the number|operands could not be broadcast",
)
NO_FUNCTION = Mistake(
    "no-function",
    N_(
        "A value that is not a function was called like a function. Is it the value that `make_metrics` returns? This should be the inner function itself, which the Trainer calls after each evaluation, and not what a call to it returns. If the call is in your own code: is the value before its parentheses a function?"
    ),
    hint=1,
    error="TypeError",
    pattern="object is not callable",
)
OTHER_NAME = Mistake(
    "other-name",
    N_(
        "The dictionary that your inner function returns has no key `accuracy`; it has {names}. The Trainer logs each number under its key, so the key has to be exactly `accuracy`."
    ),
    hint=0,
)
PERCENT = Mistake(
    "percent",
    N_(
        "Your accuracy is {actual}, a percentage, but it should be {expected}, a proportion between 0 and 1. The metric returns the accuracy on this scale, and code that compares accuracies relies on it. Return the accuracy of the metric without any change."
    ),
    hint=0,
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} examples your accuracy should be {expected}, but it is {actual}. The accuracy is the proportion of examples whose predicted label is right. Take a few examples, work out by hand which label the model predicts, and compare this with what your code predicts."
    ),
    hint=3,
)
NOT_BY_ITSELF = Mistake(
    "not-by-itself",
    N_(
        "With {rows} examples, the accuracy should be {expected}, but the function that your `make_metrics` returns gives {actual}. The Trainer calls this function after every evaluation, and the number of examples can be different each time. Does a list or a variable outside the inner function keep values from an earlier call? Does your code contain a fixed number of examples?"
    ),
    hint=0,
)


def judge_accuracy(case: Case, handed: Handed) -> Found | None:
    """For each set, the dictionary has the proportion of examples whose largest logit belongs to the label."""
    for place, expected in enumerate(case.kept["accuracies"]):
        scores = handed.mapping(str(place), of=CALL)
        if "accuracy" not in scores:
            return OTHER_NAME.found(names=list(scores))
        actual = Handed(scores).number("accuracy", of=f'{CALL}["accuracy"]')
        if abs(actual - 100 * expected) < 1e-3:
            return PERCENT.found(actual=actual, expected=expected)
        if not abs(actual - expected) <= 1e-6:
            return OTHER_VALUE.found(rows=ROWS, actual=actual, expected=expected)
    return None


def judge_each_evaluation(case: Case, handed: Handed) -> Found | None:
    """Each call gives its own accuracy, for any number of examples."""
    found = handed.array("accuracies", (len(PARTS),), of=f'{CALL}["accuracy"]')
    for rows, actual, expected in zip(PARTS, found, case.kept["shares"], strict=False):
        if not abs(actual - expected) <= 1e-6:
            return NOT_BY_ITSELF.found(rows=rows, actual=float(actual), expected=expected)
    return None


EXERCISE = Exercise(
    name="metrics",
    title=N_("From logits to a metric"),
    settings=("pt",),
    task=(
        N_(
            "The Trainer can report an accuracy after each evaluation. To get it, the Trainer calls a function, `compute_metrics`, "
            "with an object that unpacks into the model's logits and the labels. A metric cannot use the logits as they are."
        ),
        N_(
            'Write `make_metrics(metric)`: it loads the metric once, with `evaluate.load(metric, "mnli")`, and returns the '
            "function that the Trainer calls. That function returns a dictionary with the key `accuracy`: the proportion of "
            "examples whose predicted label is right, between 0 and 1."
        ),
    ),
    hints=(
        N_(
            "The task asks for two functions, one inside the other. The outer function runs once, and the inner function runs "
            "after each evaluation. Which of them returns the dictionary, and what does the other one return?"
        ),
        N_(
            "Print the shapes of the logits and of the labels that your inner function gets. How many numbers does the model return for each example, and how many does the metric expect?"
        ),
        N_(
            "In the inner function: for each example the model predicts the label with the largest logit. `np.argmax` returns the index of the largest value along an axis. Choose the axis along which the logits of one example lie."
        ),
    ),
    solved=N_(
        "The Trainer can now report a metric after each evaluation, computed by a function that you can test by itself."
    ),
    draw=draw,
    checks=(
        Check(
            "accuracy",
            N_("The accuracy is right"),
            points=2,
            judge=judge_accuracy,
            mistakes=(
                LOGITS_AS_PREDICTIONS,
                ONE_NUMBER,
                WRONG_AXIS,
                NO_FUNCTION,
                OTHER_NAME,
                PERCENT,
                OTHER_VALUE,
            ),
        ),
        Check(
            "each-evaluation",
            N_("Each evaluation gives its own accuracy"),
            points=1,
            judge=judge_each_evaluation,
            mistakes=(NOT_BY_ITSELF,),
            needs=("accuracy",),
        ),
    ),
)
