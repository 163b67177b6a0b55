"""`metrics`: the Trainer hands over logits, and a metric takes predicted labels."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

SETS = 4
ROWS = 47
"""A prime number, so that rounding changes every accuracy of a set."""
LABELS = 3
PARTS = (16, 17, 7)
ROUNDING = 0.0051
"""How far an accuracy that is rounded to two digits can be from the exact one."""
CALL = "make_metrics(...)(...)"
"""How the check calls the function that an answer makes."""


def draw(rng: Random) -> Draw:
    """Draw sets of logits and labels. The model is right on more than half of the examples, so that a wrong answer does not get the right accuracy by chance."""
    draws = np.random.default_rng(rng.getrandbits(64))
    counts = draws.integers(26, 43, size=SETS)
    rights = [draws.permutation(np.arange(ROWS) < count) for count in counts]
    ends = np.cumsum(PARTS)
    while True:
        shares = [float(rights[0][end - size : end].mean()) for size, end in zip(PARTS, ends, strict=False)]
        since_the_first = [float(rights[0][:end].mean()) for end in ends]
        if np.abs(np.subtract(shares, since_the_first))[1:].min() > 2 * ROUNDING:
            break
        rights[0] = draws.permutation(rights[0])
    given = {
        "sets": [_rows(draws, right) for right in rights],
        "parts": list(PARTS),
    }
    accuracies = [float(right.mean()) for right in rights]
    return Draw(given, {"accuracies": accuracies, "shares": shares})


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
OTHER_METRIC = Mistake(
    "other-metric",
    N_(
        "Your code loads a metric that is not there: “{message}”. The name of the metric is the argument of `make_metrics`, and it can be a directory. Give this argument to `evaluate.load`, and not a name that you have written yourself."
    ),
    hint=0,
    error="FileNotFoundError|ConnectionError",
    pattern="module script|reach",
)
NOT_LOADED = Mistake(
    "not-loaded",
    N_(
        'Your code uses a string as if it were a metric: “{message}”. The argument `metric` is only the name of a metric, or the path of its directory, and `evaluate.load(metric, "mnli")` returns the metric itself. Call it once, in `make_metrics`, and use what it returns.'
    ),
    hint=0,
    error="AttributeError",
    pattern="'str' object has no attribute '(compute|add|add_batch)'",
)
NO_CONFIGURATION = Mistake(
    "no-configuration",
    N_(
        'This metric has a configuration for each of several data sets, and your code does not say which one it needs: “{message}”. Give `evaluate.load` a second argument, `"mnli"`.'
    ),
    hint=0,
    error="KeyError",
    pattern="configuration name",
)
NOT_UNPACKED = Mistake(
    "not-unpacked",
    N_(
        "Your inner function uses the object that it gets as if it were an array: “{message}”. The object has two parts, first the logits and then the labels. Unpack it: `logits, labels = …`."
    ),
    hint=0,
    error="AttributeError|TypeError",
    pattern="'?EvalPrediction'? object has no attribute|EvalPrediction",
)
BY_POSITION = Mistake(
    "by-position",
    N_(
        "The metric's `compute` takes its arguments by name only, but it was called with arguments by position. If your code makes this call, write `predictions=` and `references=` before these arguments. If your `make_metrics` returns the metric's `compute` itself, the Trainer calls it with one object: return a function of your own, which unpacks this object and calls `compute`."
    ),
    hint=0,
    error="TypeError",
    pattern=r"compute\(\) takes 1 positional",
)
NO_TENSOR = Mistake(
    "no-tensor",
    N_(
        "Your inner function treats a NumPy array as if it were a PyTorch tensor: “{message}”. The Trainer hands over logits and labels as NumPy arrays. Use the functions of NumPy, whose argument for the dimension is `axis`, not `dim`; or make a tensor of each array with `torch.from_numpy`."
    ),
    hint=0,
    error="TypeError|AttributeError",
    pattern="must be Tensor, not|unexpected keyword argument 'dim'|'numpy.ndarray' object has no attribute",
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
OLD_FUNCTION = Mistake(
    "old-function",
    N_(
        'Your code imports `load_metric` from 🤗 Datasets, which no longer has this function. Metrics are now in the library 🤗 Evaluate: write `import evaluate` and, in `make_metrics`, `evaluate.load(metric, "mnli")`.'
    ),
    hint=0,
    error="ImportError|AttributeError",
    pattern="load_metric",
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
        "Your accuracy is {actual}, a percentage, but it should be {expected}, a proportion between 0 and 1. Code that compares accuracies relies on this scale. Divide by 100, or return the accuracy of the metric without any change."
    ),
    hint=0,
    veiled=N_(
        "Your accuracy is {actual}, a percentage, but it should be a proportion between 0 and 1. Code that compares accuracies relies on this scale. Divide by 100, or return the accuracy of the metric without any change."
    ),
)
COUNTED = Mistake(
    "counted",
    N_(
        "Your accuracy is {actual}, the number of examples whose predicted label is right. It should be the proportion of these examples, {expected}: divide the number by the number of all examples, {rows}."
    ),
    hint=0,
    veiled=N_(
        "Your accuracy is {actual}, the number of examples whose predicted label is right. It should be the proportion of these examples: divide the number by the number of all examples, {rows}."
    ),
)
ERROR_RATE = Mistake(
    "error-rate",
    N_(
        "Your accuracy is {actual}, the proportion of examples whose predicted label is wrong. It should be {expected}, the proportion of examples whose predicted label is right. Does your code compare with `!=`, or subtract the accuracy from 1?"
    ),
    hint=0,
    veiled=N_(
        "Your accuracy is {actual}, the proportion of examples whose predicted label is wrong. It should be the proportion of examples whose predicted label is right. Does your code compare with `!=`, or subtract the accuracy from 1?"
    ),
)
ROUNDED = Mistake(
    "rounded",
    N_(
        "Your accuracy, {actual}, differs from the right one only by rounding. Return the accuracy without rounding it: small differences between two models count, too."
    ),
    hint=0,
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} examples your accuracy should be {expected}, but it is {actual}. The accuracy is the proportion of examples whose predicted label is right. Take a few examples, work out by hand which label the model predicts, and compare this with what your code predicts."
    ),
    hint=3,
    veiled=N_(
        "On {rows} examples your accuracy is {actual}, which is not right. The accuracy is the proportion of examples whose predicted label is right. Take a few examples, work out by hand which label the model predicts, and compare this with what your code predicts."
    ),
)
LOADS_AGAIN = Mistake(
    "loads-again",
    N_(
        "Your code loads the metric again after the first evaluation. This ended in an error, because the check removes the metric's files after the first evaluation. The Trainer calls the inner function after every evaluation, and loading takes time. Load the metric once, in `make_metrics`, and use it in the inner function."
    ),
    hint=1,
    error="FileNotFoundError|ConnectionError",
    pattern="module script|reach",
)
NOT_BY_ITSELF = Mistake(
    "not-by-itself",
    N_(
        "With {rows} examples, the accuracy should be {expected}, but the function that your `make_metrics` returns gives {actual}. The Trainer calls this function after every evaluation, and the number of examples can be different each time. Does a list or a variable outside the inner function keep values from an earlier call? Does your code contain a fixed number of examples?"
    ),
    hint=0,
    veiled=N_(
        "With {rows} examples, the function that your `make_metrics` returns gives an accuracy of {actual}, which is not right. The Trainer calls this function after every evaluation, and the number of examples can be different each time. Does a list or a variable outside the inner function keep values from an earlier call? Does your code contain a fixed number of examples?"
    ),
)


def judge_accuracy(draw: Draw, handed: Handed) -> Found | None:
    """For each set, the dictionary has the proportion of examples whose largest logit belongs to the label."""
    if handed.values.get("nothing") is True:
        raise Unfit("make_metrics", "function", "None")
    accuracies = draw.kept["accuracies"]
    found = []
    for place in range(len(accuracies)):
        scores = handed.mapping(str(place), of=CALL)
        if "accuracy" not in scores:
            return OTHER_NAME.found(names=list(scores))
        found.append(Handed(scores).number("accuracy", of=f'{CALL}["accuracy"]'))
    # in one set alone another mistake can give the same number
    is_error_rate = np.allclose(found, 1 - np.array(accuracies), rtol=0, atol=1e-6)
    for actual, expected in zip(found, accuracies, strict=True):
        if abs(actual - 100 * expected) < 1e-3:
            return PERCENT.found(actual=actual, expected=expected)
        if abs(actual - ROWS * expected) < 1e-3:
            return COUNTED.found(rows=ROWS, actual=actual, expected=expected)
        if is_error_rate:
            return ERROR_RATE.found(actual=actual, expected=expected)
        if is_rounded(actual, expected):
            return ROUNDED.found(actual=actual, expected=expected)
        if not abs(actual - expected) <= 1e-6:
            return OTHER_VALUE.found(rows=ROWS, actual=actual, expected=expected)
    return None


def is_rounded(actual: float, expected: float) -> bool:
    """Whether it is the expected number, rounded to two digits or to a few more, and so another number."""
    roundings = [round(expected, digits) for digits in (2, 3, 4, 5)]
    return abs(actual - expected) > 1e-6 and min(abs(actual - each) for each in roundings) < 1e-9


def judge_each_evaluation(draw: Draw, handed: Handed) -> Found | None:
    """Each call gives its own accuracy, for any number of examples."""
    shares = np.array(draw.kept["shares"])
    found = np.array([_only_number(handed.mapping(str(place), of=CALL)) for place in range(len(PARTS))])
    # the first check tells of another scale and of rounding
    for proportions in (found, found / 100, found / PARTS, 1 - found):
        if np.all(np.abs(proportions - shares) < ROUNDING):
            return None
    place = int(np.argmax(~(np.abs(found - shares) < ROUNDING)))
    return NOT_BY_ITSELF.found(rows=PARTS[place], actual=float(found[place]), expected=float(shares[place]))


def _only_number(scores: Mapping[str, Any]) -> float:
    """Return the accuracy, or the only number that is there under another name. Raises Unfit."""
    name = next(iter(scores)) if len(scores) == 1 else "accuracy"
    return Handed(scores).number(name, of=f'{CALL}["{name}"]')


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
            "Write `make_metrics(metric)`. It returns the function that the Trainer calls. That function returns a dictionary with the key `accuracy`: the proportion of examples whose predicted label is right, a float between 0 and 1, not rounded. The logits have the shape (examples, labels), the labels the shape (examples,); both are NumPy arrays."
        ),
        N_(
            'You can compute the accuracy yourself, or use a metric of 🤗 Evaluate. The argument `metric` is not a loaded metric: it is the name of one, or the path of its directory, and `evaluate.load(metric, "mnli")` loads it. Loading takes time, so load the metric once, and not again in every evaluation: the check removes its files after the first evaluation.'
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
                OTHER_METRIC,
                NOT_LOADED,
                NO_CONFIGURATION,
                NOT_UNPACKED,
                BY_POSITION,
                OLD_FUNCTION,
                NO_TENSOR,
                NO_FUNCTION,
                OTHER_NAME,
                PERCENT,
                COUNTED,
                ERROR_RATE,
                ROUNDED,
                OTHER_VALUE,
            ),
        ),
        Check(
            "each-evaluation",
            N_("Each evaluation gives its own accuracy"),
            points=1,
            judge=judge_each_evaluation,
            mistakes=(LOADS_AGAIN, NOT_BY_ITSELF),
            needs=("accuracy",),
        ),
    ),
)
