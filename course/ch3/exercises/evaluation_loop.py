"""`evaluation-loop`: a metric that gets its data batch by batch, and a model that is left as it was before."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.ch3.exercises import _table
from course.exercise import Case, Check, Exercise, Found, Handed, Mistake
from course.i18n import N_

OF = "evaluate_model"
NAMES = ("accuracy", "f1")
TOKENS = 40
BATCH = 8
ROWS = 53
LONG = np.arange(ROWS) % BATCH == 2
"""Marks the longest example of each batch, which is not padded; the last batch has five examples."""


def draw(rng: Random) -> Case:
    """Draw two sets of examples and a model that predicts differently if it reads the padding.

    The first check uses the first set; the other checks use the second.
    """
    draws = np.random.default_rng(rng.getrandbits(64))
    table = draws.normal(size=(TOKENS, 2))
    # a padding token that is read turns the prediction to label 1
    table[0] = -8, 8
    drawn = [_rows(draws, table) for _ in range(2)]
    given = {
        "table": table,
        "dropout": _table.dropout(draws, TOKENS),
        "sets": [rows for rows, _ in drawn],
        "batch_size": BATCH,
    }
    return Case(given, {"scores": [scores for _, scores in drawn]})


def _rows(draws: np.random.Generator, table: NDArray[np.float64]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw examples; return them with their scores and the accuracy of each batch."""
    right, predictions = _drawn(draws)
    labels = np.where(right, predictions, 1 - predictions)
    ids = [_row(draws, table, 9 if LONG[row] else 3 + row % 4, wanted) for row, wanted in enumerate(predictions)]
    hits = int((right & (labels == 1)).sum())
    scores = {
        "accuracy": float(right.mean()),
        "f1": 2 * hits / int(predictions.sum() + labels.sum()),
    }
    return {"ids": ids, "labels": labels.tolist()}, scores | {"shares": _shares(right)}


def _drawn(
    draws: np.random.Generator,
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Draw the predictions and which of them are right, such that each typical mistake gives another accuracy."""
    while True:
        right = draws.random(ROWS) < draws.uniform(0.55, 0.85)
        predictions = draws.integers(2, size=ROWS)
        accuracy = right.mean()
        shares = _shares(right)
        padding_read = np.where(LONG, right, right == predictions)
        named = [*shares, np.mean(shares)]
        others = [
            1 - accuracy,
            padding_read.mean(),
            right[: ROWS // BATCH * BATCH].mean(),
        ]
        if _apart([accuracy], [*named, *others]) and _apart(named, others):
            return right, predictions


def _apart(some: list[Any], others: list[Any]) -> bool:
    return all(abs(one - other) > 1e-3 for one in some for other in others)


def _shares(right: NDArray[np.bool_]) -> list[float]:
    """Return the accuracy of each batch."""
    return [float(right[start : start + BATCH].mean()) for start in range(0, ROWS, BATCH)]


def _row(
    draws: np.random.Generator,
    table: NDArray[np.float64],
    length: int,
    wanted: int,
) -> list[int]:
    """Draw tokens for which the model clearly predicts the wanted label."""
    while True:
        ids = draws.integers(1, TOKENS, size=length)
        other, chosen = np.sort(table[ids].sum(0))
        if table[ids].sum(0).argmax() == wanted and chosen - other > 0.3:
            return [int(each) for each in ids]


LOGITS_AS_PREDICTIONS = Mistake(
    "logits-as-predictions",
    N_(
        "The metric refused the values that you passed to `add_batch`. It expects one whole number for each example: the predicted label in `predictions`, and the true label in `references`. The model returns two logits for each example, and the predicted label is the index of the larger one."
    ),
    hint=2,
    error="ValueError",
    pattern="don't match the expected format",
)
WRONG_AXIS = Mistake(
    "wrong-axis",
    N_(
        "The metric should get one prediction for each example of the batch. But it got a different number of predictions than of labels, or a single number for the whole batch. Print the shape of the logits: along which axis does your code look for the largest one?"
    ),
    hint=2,
    error="ValueError|TypeError",
    pattern="Mismatch in the number|0-d tensor",
)
OTHER_NAMES = Mistake(
    "other-names",
    N_(
        "The dictionary that `evaluate_model` returns has no key {missing}; it has {names}. Return what `metric.compute()` returns, without any change."
    ),
    hint=0,
)
ONE_BATCH = Mistake(
    "one-batch",
    N_(
        "Your accuracy, {actual}, is the accuracy on only one of the {batches} batches; on all {rows} examples together, it should be {expected}. Give the metric every batch, and call `metric.compute()` once, after the loop."
    ),
    hint=1,
)
MEAN_OF_BATCHES = Mistake(
    "mean-of-batches",
    N_(
        "Your accuracy, {actual}, is the mean of the accuracies of the batches; on all {rows} examples together, it should be {expected}. The last batch is smaller, so in such a mean each of its examples counts more than an example of another batch. Give the metric every batch, and call `metric.compute()` once, after the loop."
    ),
    hint=1,
)
PERCENT = Mistake(
    "percent",
    N_(
        "Your `{name}` is {actual}, a percentage, but it should be {expected}, a number between 0 and 1. Return what `metric.compute()` returns, without any change."
    ),
    hint=0,
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} examples your `{name}` should be {expected}, but it is {actual}. Check three things. Does the model get everything that is in the batch, the attention mask too? Is each prediction the label with the largest logit, and each reference the label from the batch? Does the metric get every batch, the last one too?"
    ),
    hint=0,
)
IN_TRAINING = Mistake(
    "in-training",
    N_(
        "Dropout was on in {count} of {passes} forward passes, because the model was in training mode. With dropout, the predictions depend on chance, and the scores are usually worse than those of the same model in evaluation mode. Call `model.eval()` before the first batch."
    ),
    hint=0,
)
GRADIENTS = Mistake(
    "gradients",
    N_(
        "In {count} of {passes} forward passes, PyTorch recorded the computation graph and kept the activations for a backward pass. An evaluation has no backward pass, so this only costs memory and time. Call the model inside a block `with torch.no_grad():`."
    ),
    hint=0,
)
LEFT_OFF = Mistake(
    "left-off",
    N_(
        "After `evaluate_model`, gradients are switched off for the rest of the program: `torch.is_grad_enabled()` is `False`, so the next `backward()` would raise an error. Compute the logits inside `with torch.no_grad():`, which switches gradients on again at its end."
    ),
    hint=0,
)
STAYS_IN_EVALUATION = Mistake(
    "stays-in-evaluation",
    N_(
        "The model was in training mode before the call to `evaluate_model` and in evaluation mode after it. The next epoch would be trained without dropout, and no error message would tell you. After the evaluation, restore the mode that the model had before."
    ),
    hint=3,
)
ALWAYS_TRAINS = Mistake(
    "always-trains",
    N_(
        "The model was in evaluation mode before the call to `evaluate_model` and in training mode after it. Its next predictions would be made with dropout. After the evaluation, restore the mode that the model had before."
    ),
    hint=3,
)
FROZEN = Mistake(
    "frozen",
    N_(
        "After the call to `evaluate_model`, weights of the model have `requires_grad` set to `False`, so they can no longer be trained. Leave `requires_grad` as it is: `with torch.no_grad():` turns gradients off only while its block runs."
    ),
    hint=0,
)


def judge_scores(case: Case, handed: Handed) -> Found | None:
    """Check that the dictionary has the accuracy and F1 of all examples."""
    scores = handed.mapping("scores", of=OF)
    for name in NAMES:
        if name not in scores:
            return OTHER_NAMES.found(names=list(scores), missing=f"`{name}`")
    kept = case.kept["scores"][0]
    shares = kept["shares"]
    for name in NAMES:
        expected = kept[name]
        actual = Handed(scores).number(name, of=f'{OF}(...)["{name}"]')
        data = {
            "name": name,
            "rows": ROWS,
            "actual": actual,
            "expected": expected,
            "batches": len(shares),
        }
        if abs(actual - expected) < 1e-6:
            continue
        if abs(actual - 100 * expected) < 1e-2:
            return PERCENT.found(**data)
        if name == "accuracy":
            if any(abs(actual - share) < 1e-6 for share in shares):
                return ONE_BATCH.found(**data)
            if abs(actual - np.mean(shares)) < 1e-6:
                return MEAN_OF_BATCHES.found(**data)
        return OTHER_VALUE.found(**data)
    return None


NEVER_CALLED = Mistake(
    "never-called",
    N_(
        "`evaluate_model` never called the model that was passed to it. The predictions must come from the logits of this model itself, not of a copy."
    ),
    hint=0,
)


def judge_forward_passes(case: Case, handed: Handed) -> Found | None:
    """Check that dropout and gradients are off in every forward pass."""
    for name, mistake in (
        ("dropout", IN_TRAINING),
        ("gradients", GRADIENTS),
    ):
        noted = handed.integers(name, of=OF)
        if not noted:
            return NEVER_CALLED.found()
        if any(noted):
            return mistake.found(count=sum(noted), passes=len(noted))
    _demand_scores(case, handed, "scores")
    return None


def _demand_scores(case: Case, handed: Handed, name: str) -> None:
    """Check that the scores are those of the second set. Raises Implausible."""
    scores = Handed(handed.mapping(name, of=OF))
    for each in NAMES:
        expected = np.array([case.kept["scores"][1][each]])
        actual = scores.number(each, of=OF)
        _table.demand(Handed({each: [actual]}), each, expected, of=OF)


def judge_as_found(case: Case, handed: Handed) -> Found | None:
    """Check that the model is in the same mode as before the call, and can still be trained."""
    if not handed.truth("gradients_on", of=OF):
        return LEFT_OFF.found()
    table = case.given["table"]
    dropout = case.given["dropout"]
    logits = {"training": table * dropout, "evaluating": table}
    for name, other, mistake in (
        ("training", "evaluating", STAYS_IN_EVALUATION),
        ("evaluating", "training", ALWAYS_TRAINS),
    ):
        found = handed.array(name, table.shape, of=OF)
        if np.allclose(found, logits[other], atol=1e-3):
            return mistake.found()
        _table.demand(handed, name, logits[name], of=OF)
    if handed.values.get("gradient") is None:
        return FROZEN.found()
    _table.demand(handed, "gradient", dropout, of=OF)
    for name in ("trained", "evaluated"):
        _demand_scores(case, handed, name)
    return None


EXERCISE = Exercise(
    name="evaluation-loop",
    title=N_("An evaluation loop"),
    settings=("pt",),
    task=(
        N_(
            "After each epoch you want to know how good the model is on examples that it was not trained on. A metric can take its data batch by batch, with `add_batch`. At the end, `compute` returns the scores for all the data that the metric was given."
        ),
        N_(
            "Write `evaluate_model(model, dataloader, metric)`. It returns what `metric.compute()` returns for all examples. During the evaluation, dropout is off, PyTorch records no computation graph for gradients, and each batch is moved to the device of the model. Afterwards the model is as it was before: in training mode if it was in training mode, otherwise in evaluation mode."
        ),
    ),
    hints=(
        N_(
            "The metric collects the batches for you. At which place in your function does it get a batch, and at which place do you ask it for the scores: inside the loop or after it?"
        ),
        N_(
            "The logits have the shape (number of examples, number of labels). The prediction for an example is the index of its largest logit: look up `argmax` and its argument `dim`."
        ),
        N_(
            "Save `model.training` in a variable, and then call `model.eval()`, which turns dropout off. Go through the batches in a block `with torch.no_grad():`, which turns gradients off. At the end, call `model.train(…)` with the saved value."
        ),
    ),
    solved=N_(
        "Your loop now evaluates a model as it should be done: without dropout, without gradients, and with one score for all examples."
    ),
    draw=draw,
    checks=(
        Check(
            "scores",
            N_("The scores cover all examples"),
            points=2,
            judge=judge_scores,
            mistakes=(
                LOGITS_AS_PREDICTIONS,
                WRONG_AXIS,
                OTHER_NAMES,
                ONE_BATCH,
                MEAN_OF_BATCHES,
                PERCENT,
                OTHER_VALUE,
            ),
        ),
        Check(
            "forward-passes",
            N_("Dropout and gradients are off"),
            points=1,
            judge=judge_forward_passes,
            mistakes=(NEVER_CALLED, IN_TRAINING, GRADIENTS),
            needs=("scores",),
        ),
        Check(
            "as-found",
            N_("The model is left as it was before"),
            points=1,
            judge=judge_as_found,
            mistakes=(LEFT_OFF, STAYS_IN_EVALUATION, ALWAYS_TRAINS, FROZEN),
            needs=("scores", "forward-passes"),
        ),
    ),
)
