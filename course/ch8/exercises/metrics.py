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


def draw(rng: Random) -> Case:
    """Sets of logits and labels: right in more than half of the rows, so that no way of getting it wrong gets there by chance."""
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
    """Logits of which the largest is the label's in the rows that are to be right."""
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
        "The metric refused its predictions: it got a number for each label, the logits. It wants one whole number for each row, "
        "the label that the model chooses."
    ),
    hint=2,
    error="ValueError",
    pattern="don't match the expected format",
)
ONE_NUMBER = Mistake(
    "one-number",
    N_(
        "The metric got a single number for all rows. Look at the shape of what you look for the largest value in: is it the "
        "logits, and do you look row by row?"
    ),
    hint=2,
    error="TypeError",
    pattern="has no len|not iterable",
)
WRONG_AXIS = Mistake(
    "wrong-axis",
    N_(
        "The metric got another number of predictions than of labels. Look at the shape of what you pass on, and at the axis "
        "along which you look for the largest logit."
    ),
    hint=3,
    error="ValueError",
    pattern="Mismatch in the number|operands could not be broadcast",
)
NO_FUNCTION = Mistake(
    "no-function",
    N_(
        "`make_metrics` is to return a function, which the Trainer calls after each evaluation. What yours returns cannot be "
        "called."
    ),
    hint=1,
    error="TypeError",
    pattern="object is not callable",
)
OTHER_NAME = Mistake(
    "other-name",
    N_(
        "The dictionary has no `accuracy`; it has {names}. The Trainer logs each entry under its name, so the name matters."
    ),
    hint=1,
)
PERCENT = Mistake(
    "percent",
    N_(
        "Your accuracy is {actual}, a hundred times {expected}. A share between 0 and 1 is what the metric computes, and what "
        "the Trainer compares."
    ),
    hint=1,
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} rows your accuracy is {actual}; it should be {expected}. Take a few rows and say by hand which label the "
        "model chose."
    ),
    hint=3,
)
NOT_BY_ITSELF = Mistake(
    "not-by-itself",
    N_(
        "Called with {rows} rows, it gives {actual} where {expected} is right. The Trainer calls the function after every "
        "evaluation, with as many rows as there are then: nothing may be left over from another call."
    ),
    hint=1,
)


def judge_accuracy(case: Case, handed: Handed) -> Found | None:
    """For each set, the dictionary has the share of rows in which the largest logit is the label's."""
    for place, expected in enumerate(case.kept["accuracies"]):
        scores = handed.mapping(str(place), of="compute_metrics")
        if "accuracy" not in scores:
            return OTHER_NAME.found(names=list(scores))
        actual = Handed(scores).number("accuracy", of="compute_metrics")
        if abs(actual - 100 * expected) < 1e-3:
            return PERCENT.found(actual=actual, expected=expected)
        if not abs(actual - expected) <= 1e-6:
            return OTHER_VALUE.found(rows=ROWS, actual=actual, expected=expected)
    return None


def judge_each_evaluation(case: Case, handed: Handed) -> Found | None:
    """Each call is right by itself, whatever the number of rows."""
    found = handed.array("accuracies", (len(PARTS),), of="compute_metrics")
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
            "After each evaluation the Trainer calls `compute_metrics` with what the model put out and with the labels. What it "
            "puts out is not what a metric takes."
        ),
        N_(
            "Write `make_metrics(metric)`: it loads the metric once and returns the function that the Trainer calls. That "
            "function returns a dictionary with the `accuracy`."
        ),
    ),
    hints=(
        N_(
            "Two functions are asked for, one inside the other: the outer one runs once, the inner one after each evaluation. Which "
            "of them returns the dictionary?"
        ),
        N_(
            "Print the shapes of what the Trainer hands over. How many numbers does the model give for each row, and how many does the "
            "metric want?"
        ),
        N_(
            "For each row the model chooses the label whose logit is the largest. NumPy has a function that says where along an "
            "axis the largest value is."
        ),
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
            N_("Every evaluation counts by itself"),
            points=1,
            judge=judge_each_evaluation,
            mistakes=(NOT_BY_ITSELF,),
            needs=("accuracy",),
        ),
    ),
)
