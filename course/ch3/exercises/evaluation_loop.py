"""`evaluation-loop`: a metric that gets its data batch by batch, and a model that is left as it was before."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.ch3.exercises import _table
from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake
from course.i18n import N_

OF = "evaluate_model"
NAMES = ("accuracy", "f1")
TOKENS = 40
BATCH = 8
ROWS = 53
STATES = 8
"""The states of a forward pass: dropout on or off, gradients recorded or not, the batch on the model's device or not."""
ROUNDING = 0.0051
"""How far a score that is rounded to two digits can be from the exact one; less than one example of all makes."""
LONG = np.arange(ROWS) % BATCH == 2
"""Marks the longest example of each batch, which is not padded; the last batch has five examples."""


def draw(rng: Random) -> Draw:
    """Draw two sets of examples and a model that predicts differently if it reads the padding.

    The first check uses the first set; the other checks use the second. The model turns the logits of some examples
    round, by their first token. In a state in which it should not be, it does so for other examples.
    """
    draws = np.random.default_rng(rng.getrandbits(64))
    table = draws.normal(size=(TOKENS, 2))
    # a padding token that is read turns the sum of an example to label 1
    table[0] = -8, 8
    signs = draws.choice((-1, 1), size=(STATES, TOKENS))
    dropout = _table.dropout(draws, TOKENS)
    drawn: list[tuple[dict[str, Any], dict[str, Any]]] = []
    while len(drawn) < 2:
        rows = _rows(draws, table, dropout, signs)
        if rows is not None:
            drawn.append(rows)
    given = {
        "table": table,
        "dropout": dropout,
        "signs": signs,
        "sets": [rows for rows, _ in drawn],
        "batch_size": BATCH,
    }
    return Draw(given, {"scores": [scores for _, scores in drawn]})


def _rows(
    draws: np.random.Generator,
    table: NDArray[np.float64],
    dropout: NDArray[np.float64],
    signs: NDArray[np.int64],
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Draw examples such that each typical mistake gives another accuracy.

    Returns:
        The examples, and their scores: `shares` has the accuracy of each batch, and `mistaken` that of mistakes. None if no
        such labels were found: two mistakes may make the same predictions.
    """
    ids = [_row(draws, table, 9 if LONG[row] else 3 + row % 4) for row in range(ROWS)]
    predictions = _predictions(table, signs[0], ids)
    padded = _predictions(table, signs[0], [[*each, *[0] * (9 - len(each))] for each in ids])
    dropped = _predictions(table * dropout, signs[0], ids)
    in_states = [_predictions(table * (dropout if state % 2 else 1), signs[state], ids) for state in range(1, STATES)]
    # the weights alone, read without a call of the model
    in_states += [_predictions(weights, np.ones_like(signs[0]), ids) for weights in (table, table * dropout)]
    for _ in range(_table.TRIES):
        right = draws.random(ROWS) < draws.uniform(0.55, 0.85)
        labels = np.where(right, predictions, 1 - predictions)
        shares = _shares(right)
        if max(shares) == 1:
            continue
        mistaken = {
            "mean": float(np.mean(shares)),
            "reversed": float(1 - right.mean()),
            "padding": float((padded == labels).mean()),
            "lost": float(right[: ROWS // BATCH * BATCH].mean()),
            "labels": 1.0,
        }
        with_dropout = float((dropped == labels).mean())
        known = [right.mean(), with_dropout, *mistaken.values()]
        # in each state, the largest or the smallest logit may be taken
        states = [(each == label).mean() for each in in_states for label in (labels, 1 - labels)]
        if not (_apart(known, [*shares, *states]) and np.diff(sorted(known)).min() > 1e-3):
            continue
        scores = {
            "accuracy": float(right.mean()),
            "with_dropout": with_dropout,
            "f1": _f1(predictions, labels),
            "shares": shares,
            "shares_f1": [
                _f1(predictions[start : start + BATCH], labels[start : start + BATCH])
                for start in range(0, ROWS, BATCH)
            ],
            "mistaken": mistaken,
        }
        return {"ids": ids, "labels": labels.tolist()}, scores
    return None


def _f1(predictions: NDArray[np.int64], labels: NDArray[np.int64]) -> float:
    """Return F1 of label 1; 0 if it occurs in neither."""
    return 2 * int((predictions & labels).sum()) / max(1, int(predictions.sum() + labels.sum()))


def _apart(some: list[Any], others: list[Any]) -> bool:
    return all(abs(one - other) > 1e-3 for one in some for other in others)


def _shares(right: NDArray[np.bool_]) -> list[float]:
    """Return the accuracy of each batch."""
    return [float(right[start : start + BATCH].mean()) for start in range(0, ROWS, BATCH)]


def _predictions(table: NDArray[np.float64], signs: NDArray[np.int64], ids: list[list[int]]) -> NDArray[np.int64]:
    """Return the label that the model predicts for each example, with these signs of first tokens."""
    first = np.array([each[0] for each in ids])
    return np.asarray((_table.logits(table, ids) * signs[first, None]).argmax(1))


def _row(draws: np.random.Generator, table: NDArray[np.float64], length: int) -> list[int]:
    """Draw tokens for which the model clearly predicts one label."""
    while True:
        ids = draws.integers(1, TOKENS, size=length)
        if abs(np.diff(table[ids].sum(0))[0]) > 0.3:
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
    veiled=N_(
        "The accuracy, {actual}, is the accuracy on only one of the {batches} batches, not on all {rows} examples together. Give the metric every batch, and call `metric.compute()` once, after the loop."
    ),
)
MEAN_OF_BATCHES = Mistake(
    "mean-of-batches",
    N_(
        "Your accuracy, {actual}, is the mean of the accuracies of the batches; on all {rows} examples together, it should be {expected}. The last batch is smaller, so in such a mean each of its examples counts more than an example of another batch. Give the metric every batch, and call `metric.compute()` once, after the loop."
    ),
    hint=1,
    veiled=N_(
        "The accuracy, {actual}, is the mean of the accuracies of the batches, not the accuracy on all {rows} examples together. The last batch is smaller, so in such a mean each of its examples counts more than an example of another batch. Give the metric every batch, and call `metric.compute()` once, after the loop."
    ),
)
PERCENT = Mistake(
    "percent",
    N_(
        "Your `{name}` is {actual}, a percentage, but it should be {expected}, a number between 0 and 1. Return what `metric.compute()` returns, without any change."
    ),
    hint=0,
    veiled=N_(
        "`{name}` is {actual}, a percentage, but it should be a number between 0 and 1. Return what `metric.compute()` returns, without any change."
    ),
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} examples your `{name}` should be {expected}, but it is {actual}. Check three things. Does the model get everything that is in the batch, the attention mask too? Is each prediction the label with the largest logit, and each reference the label from the batch? Does the metric get every batch, the last one too?"
    ),
    hint=0,
    veiled=N_(
        "On {rows} examples `{name}` is {actual}, which is not the value of the predictions of this model. Check three things. Does the model get everything that is in the batch, the attention mask too? Is each prediction the label with the largest logit, and each reference the label from the batch? Does the metric get every batch, the last one too?"
    ),
)
NOTHING_ADDED = Mistake(
    "nothing-added",
    N_(
        "`metric.compute()` was called on a metric that had got nothing. In the loop, give it the predictions and the labels of each batch with `add_batch`; or collect them in the loop, and pass all of them to `compute`."
    ),
    hint=1,
    error="AttributeError|ValueError",
    pattern="has no attribute 'getvalue'|Evaluation module inputs are missing|none were provided",
)
LABELS_AS_PREDICTIONS = Mistake(
    "labels-as-predictions",
    N_(
        "Your accuracy is 1, but the model gets some of the {rows} examples wrong. Do you pass the labels of the batch to the metric as `predictions`, too? The predictions must come from the logits of the model."
    ),
    hint=2,
)
REVERSED = Mistake(
    "reversed",
    N_(
        "Your accuracy, {actual}, is the share of the {rows} examples that the model gets wrong; the share that it gets right is {expected}. So each of your predictions is the opposite of what the model predicts. Is the prediction the index of the largest logit, not of the smallest? Is the prediction 1 if the second logit is the larger one?"
    ),
    hint=2,
    veiled=N_(
        "The accuracy is the share of the examples that the model gets wrong. So each prediction is the opposite of what the model predicts. Is the prediction the index of the largest logit, not of the smallest? Is the prediction 1 if the second logit is the larger one?"
    ),
)
MASK_FORGOTTEN = Mistake(
    "mask-forgotten",
    N_(
        "Your accuracy, {actual}, is that of a model which reads the padding as if it were text; without the padding it is {expected}. A model that does not get the attention mask reads every position. Pass it everything that is in the batch: `model(**batch)`."
    ),
    hint=0,
    veiled=N_(
        "The accuracy is that of a model which reads the padding as if it were text. A model that does not get the attention mask reads every position. Pass it everything that is in the batch: `model(**batch)`."
    ),
)
LAST_BATCH_LOST = Mistake(
    "last-batch-lost",
    N_(
        "Your accuracy, {actual}, leaves out the last batch, which has only {lost} examples. On all {rows} examples it should be {expected}. The metric must get every batch, the smaller last one too. Does your loop leave it out?"
    ),
    hint=1,
    veiled=N_(
        "The accuracy leaves out the last batch, which is smaller than the others. The metric must get every batch, the last one too. Does the loop leave it out?"
    ),
)
ROUNDED = Mistake(
    "rounded",
    N_(
        "Your `{name}`, {actual}, is nearly right, but not exactly. Return what `metric.compute()` returns, without rounding: a number is rounded where it is printed."
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
NOT_MOVED = Mistake(
    "not-moved",
    N_(
        "In {count} of {passes} forward passes, the model got a batch that had not been moved to its device. On a GPU this ends in an error: “Expected all tensors to be on the same device”. The check runs on a CPU and only looks at whether you move the batch. `next(model.parameters()).device` is the device of the model, and a tensor's method `to` returns this tensor on the device that you name: call it for each tensor of the batch, and pass what it returns to the model."
    ),
    hint=0,
)
NO_GPU = Mistake(
    "no-gpu",
    N_(
        "Your code moves something to a GPU, and this ended in an error, because the model is not on a GPU here: “{message}”. Do not name a device in your code. Take that of the model, `next(model.parameters()).device`: then the function works on every device."
    ),
    hint=0,
    error="AssertionError|RuntimeError",
    pattern="CUDA|cuda|NVIDIA",
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
NO_DROPOUT = Mistake(
    "no-dropout",
    N_(
        "After `evaluate_model` the model is in training mode, as it was before, but its dropout layers drop nothing any more: the next epoch would be trained without dropout, and no error message would tell you. Leave the layers as they are: `model.eval()` turns their dropout off, and `model.train()` turns it on again."
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


MISTAKEN = {
    "labels": LABELS_AS_PREDICTIONS,
    "mean": MEAN_OF_BATCHES,
    "reversed": REVERSED,
    "padding": MASK_FORGOTTEN,
    "lost": LAST_BATCH_LOST,
}
"""The mistakes that give a certain accuracy."""


def judge_scores(draw: Draw, handed: Handed) -> Found | None:
    """Check that the dictionary has the accuracy and F1 of all examples."""
    scores = handed.mapping("scores", of=OF)
    for name in NAMES:
        if name not in scores:
            return OTHER_NAMES.found(names=list(scores), missing=f"`{name}`")
    kept = draw.kept["scores"][0]
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
            f1 = Handed(scores).number("f1", of=f'{OF}(...)["f1"]')
            of_batches = zip(shares, kept["shares_f1"], strict=True)
            if any(abs(actual - share) + abs(f1 - other) < 1e-6 for share, other in of_batches):
                return ONE_BATCH.found(**data)
            for way, mistake in MISTAKEN.items():
                if abs(actual - kept["mistaken"][way]) < 1e-6:
                    return mistake.found(lost=ROWS % BATCH, **data)
        return (ROUNDED if abs(actual - expected) < ROUNDING else OTHER_VALUE).found(**data)
    return None


NEVER_CALLED = Mistake(
    "never-called",
    N_(
        "`evaluate_model` never called the model that was passed to it. The predictions must come from the logits of this model itself, not of a copy."
    ),
    hint=0,
)


def judge_forward_passes(draw: Draw, handed: Handed) -> Found | None:
    """Check that dropout and gradients are off in every forward pass, and the batch on the model's device."""
    for name, mistake in (
        ("dropout", IN_TRAINING),
        ("gradients", GRADIENTS),
        ("elsewhere", NOT_MOVED),
    ):
        noted = handed.integers(name, of=OF)
        if not noted:
            return NEVER_CALLED.found()
        if any(noted):
            return mistake.found(count=sum(noted), passes=len(noted))
    _demand_scores(draw, handed, "scores")
    return None


def _demand_scores(draw: Draw, handed: Handed, name: str) -> None:
    """Check that the scores are those of the second set. Raises Implausible.

    The scores of a mistake that another check finds will do: no other state of the model gives these either. One example
    more or less changes the accuracy by more than rounding does.
    """
    kept = draw.kept["scores"][1]
    accuracy = Handed(handed.mapping(name, of=OF)).number("accuracy", of=OF)
    others = [*kept["shares"], *kept["mistaken"].values(), 100 * kept["accuracy"]]
    if name != "scores":
        # here the signs are the same in all states, and the check of the forward passes tells of dropout
        others.append(kept["with_dropout"])
    near = any(abs(accuracy - other) < 1e-6 for other in others)
    if not near and not abs(accuracy - kept["accuracy"]) < ROUNDING:
        raise Implausible(OF, kept["accuracy"], accuracy)


def judge_as_found(draw: Draw, handed: Handed) -> Found | None:
    """Check that the model is in the same mode as before the call, and can still be trained."""
    if not handed.truth("gradients_on", of=OF):
        return LEFT_OFF.found()
    signs = draw.given["signs"][0][:, None]
    table = draw.given["table"] * signs
    dropout = draw.given["dropout"]
    logits = {"training": table * dropout, "evaluating": table}
    for name, other, mistake in (
        ("training", "evaluating", STAYS_IN_EVALUATION),
        ("evaluating", "training", ALWAYS_TRAINS),
    ):
        found = handed.array(name, table.shape, of=OF)
        if np.allclose(found, logits[other], atol=1e-3):
            if name == "training" and handed.truth("mode", of=OF):
                return NO_DROPOUT.found()
            return mistake.found()
        _table.demand(handed, name, logits[name], of=OF)
    if handed.values.get("gradient") is None:
        return FROZEN.found()
    _table.demand(handed, "gradient", dropout * signs, of=OF)
    for name in ("trained", "evaluated"):
        _demand_scores(draw, handed, name)
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
            "Write `evaluate_model(model, dataloader, metric)`. It returns what `metric.compute()` returns for all examples: a dictionary with `accuracy` and `f1`. During the evaluation, dropout is off, PyTorch records no computation graph for gradients, and each batch is moved to the device of the model. The function evaluates the very model that it gets, not a copy of it: there may not be enough memory for a copy. Afterwards the model is as it was before: in training mode if it was in training mode, otherwise in evaluation mode; its weights can still be trained, and PyTorch records computation graphs again."
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
        "Your loop now evaluates a model as it should: without dropout, without gradients, and with one score for all examples. The check ran on a CPU, so it did not see whether your code takes the device from the model or names one: on a GPU, only code that takes the device from the model always works."
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
                LABELS_AS_PREDICTIONS,
                MASK_FORGOTTEN,
                REVERSED,
                LAST_BATCH_LOST,
                PERCENT,
                ROUNDED,
                NOTHING_ADDED,
                _table.BATCH_UNPACKED,
                NO_GPU,
                OTHER_VALUE,
            ),
        ),
        Check(
            "forward-passes",
            N_("Dropout and gradients are off, and each batch is on the device of the model"),
            points=1,
            judge=judge_forward_passes,
            mistakes=(NEVER_CALLED, IN_TRAINING, GRADIENTS, NOT_MOVED),
            hint=3,
            needs=("scores",),
        ),
        Check(
            "as-found",
            N_("The model is left as it was before"),
            points=1,
            judge=judge_as_found,
            mistakes=(LEFT_OFF, STAYS_IN_EVALUATION, ALWAYS_TRAINS, NO_DROPOUT, FROZEN),
            needs=("scores",),
            hint=3,
        ),
    ),
)
