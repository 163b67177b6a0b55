"""`accelerate`: a training loop for several processes, and a metric that counts each example once."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.ch3.exercises import _table
from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake, Unfit, kind
from course.i18n import N_

OF = "train_with_accelerate"
TOKENS = 40
READ = 20
"""Evaluation examples have only token ids below `READ`, training examples have none of these. So training does not change
the predictions of the evaluation, and the judge knows them in advance."""
BATCH = 16
ROWS = 120
EVALUATED = 72
GATHERED = np.arange(96) % EVALUATED
"""The examples that two processes evaluate together: the last batches are filled up with the first examples."""
OWN = GATHERED.reshape(-1, BATCH)[::2].ravel()
"""The evaluation examples of this process, which has every second batch."""
TRAINED = np.arange(128).reshape(-1, BATCH)[::2].ravel()
"""The training examples of this process."""
SHARES = {"train_dataloader": 4, "eval_dataloader": 3}
"""The number of batches of one of the two processes; there are 8 and 5 in all."""
BATCHES = {"train_dataloader": 8, "eval_dataloader": 5}
ACCELERATED = 7
"""The state in which training passes should be: with dropout, through the prepared model, with the accelerator's backward
pass. Without dropout it is one less. See `harness/_table.py`."""
WRAPPED = 2
"""What the prepared model adds to the state."""
NEAR = 0.05
"""How far, in learning rates, the clock may end from where it should."""


def draw(rng: Random) -> Draw:
    """Draw training examples, and evaluation examples of which the model, trained or not, gets a known number right.

    Each of the two processes has a table of its own.
    """
    draws = np.random.default_rng(rng.getrandbits(64))
    labels = None
    while labels is None:
        tables = draws.normal(size=(2, TOKENS, 2))
        dropout = _table.dropout(draws, TOKENS)
        ids = [_clear_row(draws, tables) for _ in range(EVALUATED)]
        labels = _labels(draws, tables, dropout, ids)
    pulse = rng.uniform(0.005, 0.02)
    nudges = pulse * draws.uniform(-2, 2, size=(SHARES["train_dataloader"], _table.CLOCKS))
    nudges[:, 0] = 0
    given = {
        "tables": tables,
        "dropout": dropout,
        "ids": [draws.integers(READ, TOKENS, size=3 + row % 5).tolist() for row in range(ROWS)],
        "labels": draws.permutation(np.arange(ROWS) % 2).tolist(),
        "read": READ,
        "eval_ids": ids,
        "eval_labels": labels.tolist(),
        "batch_size": BATCH,
        # so small that the logits hardly change
        "rate": rng.uniform(1e-7, 3e-7),
        "pulse": pulse,
        "pulses": _table.pulses(draws, 8, SHARES["train_dataloader"], pulse),
        "nudges": nudges,
        "seed": rng.getrandbits(32),
    }
    return Draw(given)


def _labels(
    draws: np.random.Generator,
    tables: NDArray[np.float64],
    dropout: NDArray[np.float64],
    ids: list[list[int]],
) -> NDArray[np.int64] | None:
    """Draw labels such that each typical mistake gives another accuracy.

    Returns:
        The labels, or None if none were found: two mistakes may make the same predictions.
    """
    both = [_predictions(table, ids) for table in tables]
    predictions = _of_both(both)
    with_dropout = _of_both([_predictions(table * dropout, ids) for table in tables])
    for _ in range(_table.TRIES):
        right = draws.random(EVALUATED) < draws.uniform(0.55, 0.85)
        labels = np.where(right, predictions[:EVALUATED], 1 - predictions[:EVALUATED])
        of_positions = predictions == labels[GATHERED]
        ways = [
            right,
            both[0][OWN] == labels[OWN],
            of_positions,
            ~right,
            right[EVALUATED // BATCH * BATCH :],
            both[0] == labels,
            with_dropout[:EVALUATED] == labels,
        ]
        if np.diff(sorted(way.mean() for way in ways)).min() > 0.002:
            return np.asarray(labels)
    return None


def _of_both(predictions: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return the predictions in the order in which they are gathered; the processes take turns, batch by batch."""
    rank = np.arange(len(GATHERED)) // BATCH % 2
    return np.where(rank == 0, predictions[0][GATHERED], predictions[1][GATHERED])


def _clear_row(draws: np.random.Generator, tables: NDArray[np.float64]) -> list[int]:
    """Draw tokens for which the model clearly predicts one label, with either table."""
    while True:
        ids = draws.integers(1, READ, size=draws.integers(3, 8))
        if abs(np.diff(tables[:, ids].sum(1))).min() > 0.5:
            return [int(each) for each in ids]


def _predictions(table: NDArray[np.float64], ids: list[list[int]]) -> NDArray[np.int64]:
    """Return the label that the model predicts for each example."""
    return np.asarray(_table.logits(table, ids).argmax(1))


GATHERED_ONE = Mistake(
    "gathered-one",
    N_(
        "The metric got a different number of predictions than of labels. Check two things. Do you gather both the predictions and the labels from all processes? Is there one prediction for each example?"
    ),
    hint=3,
    error="ValueError",
    pattern="Mismatch in the number",
)
WAITS = Mistake(
    "waits",
    N_(
        "One process gathers while the other does not. Gathering is an exchange between all processes: a process that gathers alone would wait for the other one forever. Every process must make the same call, so do not put it under a condition such as `if accelerator.is_main_process`."
    ),
    hint=0,
    error="RuntimeError",
    pattern="the other process does not gather",
)
OTHER_ORDER = Mistake(
    "other-order",
    N_(
        "Your code mixes up the objects that `prepare` returns: the error is `{error}`, “{message}”. `accelerator.prepare` returns what it is given in the same order. Compare the order of its arguments with the order in which you unpack what it returns."
    ),
    hint=1,
    error="AttributeError|TypeError|ValueError",
    pattern=r"'(DataLoader\w*|AcceleratedOptimizer|Shared)' object (has no attribute|is not)|Expected a `?torch.nn.Module",
)
NOTHING_ADDED = Mistake(
    "nothing-added",
    N_(
        "`metric.compute()` was called on a metric that had got nothing. Give it the predictions and the labels of every batch with `add_batch`, or pass all of them to `compute`."
    ),
    hint=3,
    error="AttributeError|ValueError",
    pattern="has no attribute 'getvalue'|Evaluation module inputs are missing|none were provided",
)
NOT_SHARED = Mistake(
    "not-shared",
    N_(
        "Your function was run in one of two processes, which share the {batches} batches of `{name}`. In this process there should be {share} forward passes with these batches, but there were {actual}. Check three things. Is the DataLoader passed to `prepare` of the accelerator that your function gets? Does your loop go once through the DataLoader that `prepare` returns? Does the training use only `train_dataloader`, and the evaluation only `eval_dataloader`?"
    ),
    hint=1,
)
MODEL_AS_IT_WAS = Mistake(
    "model-as-it-was",
    N_(
        "In {count} training steps, the batch went through the original model, not through the model that `prepare` returned. Only the prepared model exchanges gradients with the other processes. Without this exchange, each process trains a different model."
    ),
    hint=1,
)
NOT_EXCHANGED = Mistake(
    "not-exchanged",
    N_(
        "In {count} training steps, the model was called inside of `no_sync`. There the processes do not exchange their gradients, and without this exchange, each process trains a different model. Call the model and `accelerator.backward` outside of `no_sync`."
    ),
    hint=0,
)
TRAINED_ON_EVALUATION = Mistake(
    "trained-on-evaluation",
    N_(
        "Gradients were computed for {count} batches of `eval_dataloader`, but the model should be trained only with the batches of `train_dataloader`. Did you swap the two DataLoaders? `accelerator.prepare` returns the objects in the order in which it got them. Compare the order of its arguments with the order in which you unpack what it returns."
    ),
    hint=1,
)
OWN_BACKWARD = Mistake(
    "own-backward",
    N_(
        "The main process had {batches} training batches. In it, gradients were computed in {steps} backward passes, and the accelerator's `backward` was called in {count} of them. Call it exactly once for every batch, because only the accelerator knows whether the loss has to be scaled, as in mixed precision with `fp16`."
    ),
    hint=0,
)
OPTIMIZER_AS_IT_WAS = Mistake(
    "optimizer-as-it-was",
    N_(
        "Gradients were computed in {steps} backward passes, but the optimizer that `prepare` returned took {count} steps. Call the `step()` of this optimizer, not of the original one, after each backward pass: in mixed precision with `fp16`, it first undoes the scaling of the gradients."
    ),
    hint=0,
)
NO_DROPOUT = Mistake(
    "no-dropout",
    N_(
        "Dropout was off in {count} training steps, because the model was in evaluation mode. It is in this mode when your function gets it, and stays in it until you change the mode. Without dropout a model overfits more easily. Call `model.train()` before the training loop."
    ),
    hint=0,
)
GRADIENTS_ADD_UP = Mistake(
    "gradients-add-up",
    N_(
        "The model of this check has one weight that gets the same gradient in every backward pass, whatever the batch is. But in step {step} the gradient of this weight is {times} times what it was in step 1. A backward pass adds its gradients to those that are already there, so call the optimizer's `zero_grad()` after each step."
    ),
    hint=0,
)
NEVER_MOVES = Mistake(
    "never-moves",
    N_(
        "After {steps} steps the weights of the model have not changed. Check three things. Does the optimizer get the parameters of this model? Is its `step()` called for every batch? Does `zero_grad()` come after `step()`, and not between `backward` and `step()`?"
    ),
    hint=2,
)
OTHER_UPDATE = Mistake(
    "other-update",
    N_(
        "After {steps} training steps, a weight of the model has changed by {actual} times the learning rate. The optimizer that your function gets would have changed it by {expected} times its learning rate. Check three things. Is the optimizer of your loop this one, prepared by the accelerator? Does it keep its settings, such as the learning rate? Does each step use the gradients as `accelerator.backward` computed them for its batch?"
    ),
    hint=2,
    veiled=N_(
        "After {steps} training steps, a weight of the model has changed by {actual} times the learning rate. The optimizer that the function gets would have changed it by a different amount. Check three things. Is the optimizer of the loop this one, prepared by the accelerator? Does it keep its settings, such as the learning rate? Does each step use the gradients as `accelerator.backward` computed them for its batch?"
    ),
)
OTHER_PROCESS = Mistake(
    "other-process",
    N_(
        "The main process trains its model, but the other process does not: of its {steps} training batches, {count} led to a backward pass of the accelerator and to a step of the prepared optimizer. Every process must train, so put no part of the training under a condition such as `if accelerator.is_main_process`."
    ),
    hint=0,
)
EVALUATED_FIRST = Mistake(
    "evaluated-first",
    N_(
        "Your function evaluates the model before training it on all batches of `train_dataloader`, so the scores are not those of the trained model. Train first, and evaluate after the training loop."
    ),
    hint=0,
)
EVALUATED_WITH_DROPOUT = Mistake(
    "evaluated-with-dropout",
    N_(
        "Dropout was on for {count} batches of the evaluation, because the model was still in training mode, so its predictions depended on chance. Call `model.eval()` before the evaluation."
    ),
    hint=0,
)
ONE_BATCH = Mistake(
    "one-batch",
    N_(
        "Your accuracy, {actual}, is the accuracy on only one of the {batches} batches; on all {rows} examples together, it should be {expected}. Give the metric every batch, and call `metric.compute()` once, after the loop."
    ),
    hint=3,
    veiled=N_(
        "The accuracy, {actual}, is the accuracy on only one of the {batches} batches, not on all {rows} examples together. Give the metric every batch, and call `metric.compute()` once, after the loop."
    ),
)
OWN_ROWS_ONLY = Mistake(
    "own-rows-only",
    N_(
        "Your accuracy, {actual}, is the accuracy on the examples of the main process alone; together with the examples of the other process, it should be {expected}. Gather the predictions and the labels of all processes before you give them to the metric."
    ),
    hint=3,
    veiled=N_(
        "The accuracy, {actual}, is the accuracy on the examples of one process alone, without those of the other process. Gather the predictions and the labels of all processes before you give them to the metric."
    ),
)
ROWS_TWICE = Mistake(
    "rows-twice",
    N_(
        "Your accuracy should be {expected}, but it is {actual}. The metric got {count} examples, but there are only {rows}: the accelerator fills up the last batches with examples from the start of the data, so that every process gets the same number of examples. These repeated examples must not be counted."
    ),
    hint=3,
    veiled=N_(
        "The metric got {count} examples, but there are only {rows}, so its accuracy, {actual}, is not that of the data: the accelerator fills up the last batches with examples from the start of the data, so that every process gets the same number of examples. These repeated examples must not be counted."
    ),
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} examples your `{name}` should be {expected}, but it is {actual}. Check three things. Does the metric get every batch of the evaluation? Is each prediction the label with the largest logit? Are the references the labels from the batches, in the same order as the predictions?"
    ),
    hint=0,
    veiled=N_(
        "On {rows} examples `{name}` is {actual}, which is not the value of the predictions of this model. Check three things. Does the metric get every batch of the evaluation? Is each prediction the label with the largest logit? Are the references the labels from the batches, in the same order as the predictions?"
    ),
)


def judge_prepared(draw: Draw, handed: Handed) -> Found | None:
    """Check that the process has its part of both DataLoaders, and trains the prepared model."""
    trained, shared = _training(handed, "shared")
    tokens = handed.integers("tokens", of=OF)
    counts = {
        "train_dataloader": len(trained),
        "eval_dataloader": len(tokens) - len(trained),
    }
    ended = handed.truth("ended", of=OF)
    for name, actual in counts.items():
        if actual != SHARES[name] and not (ended and name == "eval_dataloader" and actual < SHARES[name]):
            return NOT_SHARED.found(
                name=name,
                actual=actual,
                share=SHARES[name],
                batches=BATCHES[name],
            )
    _demand_logits(draw, handed)
    if not shared.all():
        return MODEL_AS_IT_WAS.found(count=int((~shared).sum()))
    of_evaluation = [
        place for place in handed.integers("trained", of=OF) if 0 <= place < len(tokens) and tokens[place] < READ
    ]
    if of_evaluation:
        return TRAINED_ON_EVALUATION.found(count=len(of_evaluation))
    _, exchanged = _training(handed, "exchanged")
    if not exchanged.all():
        return NOT_EXCHANGED.found(count=int((~exchanged).sum()))
    # another check looks at the steps; only those of the prepared model may not be those of the original one
    clock, around = _clock(draw, handed, ACCELERATED - WRAPPED)
    if (np.abs(clock - around) < NEAR).all():
        _, end = _clock(draw, handed, ACCELERATED)
        most = np.abs(end - clock).argmax()
        raise Implausible(OF, float(end[most]), float(clock[most]))
    return None


def _other_steps(handed: Handed) -> Found | None:
    """Find that gradients or steps are not those of the accelerator, one for each batch; that there are no steps is not said here."""
    steps = SHARES["train_dataloader"]
    noted = handed.values.get("gradients")
    if isinstance(noted, list) and len(noted) != steps:
        count = handed.number("backwards", of=OF)
        return OWN_BACKWARD.found(batches=steps, steps=len(noted), count=count)
    for name, mistake in (
        ("backwards", OWN_BACKWARD),
        ("steps", OPTIMIZER_AS_IT_WAS),
    ):
        count = handed.number(name, of=OF)
        if count != steps and (name == "backwards" or _moved(handed)):
            return mistake.found(batches=steps, steps=steps, count=count)
    return None


def _moved(handed: Handed) -> bool:
    """Whether steps have changed the weights."""
    return bool(handed.array("clock", (_table.CLOCKS,), of=OF)[0])


def _clock(draw: Draw, handed: Handed, state: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return where the clock ends, and where the steps of the optimizer that was given take it with the gradients of passes in that state.

    In units of the learning rate. Another check looks at dropout.
    """
    given = draw.given
    steps = SHARES["train_dataloader"]
    _, dropout = _training(handed, "dropout")
    pulses = given["pulses"][np.where(dropout, state, state - 1), np.arange(steps)]
    start = np.zeros(_table.CLOCKS)
    way = _table.scaled(handed, pulses) + given["nudges"]
    end = _table.adamw(start, way, np.full(steps, given["rate"]))
    return handed.array("clock", start.shape, of=OF) / given["rate"], end / given["rate"]


def _other_update(draw: Draw, handed: Handed) -> Found | None:
    """Find that the clock does not end where the prepared optimizer takes it, with the accelerator's gradients."""
    actual, expected = _clock(draw, handed, ACCELERATED)
    off = np.nan_to_num(np.abs(actual - expected), nan=np.inf)
    if (off < NEAR).all():
        return None
    place = off.argmax()
    return OTHER_UPDATE.found(
        steps=SHARES["train_dataloader"], actual=float(actual[place]), expected=float(expected[place])
    )


def _demand_logits(draw: Draw, handed: Handed) -> None:
    """Check that the forward passes had the batches of this process, with or without dropout as noted. Raises Implausible.

    An error may have ended the evaluation. Other steps than those of the task may change all logits but the first, and another check looks at the steps.
    """
    given = draw.given
    passes = len(handed.integers("tokens", of=OF))
    trained, _ = _training(handed, "dropout")
    dropout = handed.array("dropout", (passes,), of=OF)
    read = np.delete(np.arange(passes), trained)
    expected = np.empty((passes, BATCH, 2))
    for places, ids, rows in (
        (trained, given["ids"], TRAINED),
        (read, given["eval_ids"], OWN),
    ):
        if len(places) * BATCH != len(rows) and not (ids is given["eval_ids"] and handed.truth("ended", of=OF)):
            raise Implausible(OF, len(rows) // BATCH, len(places))
        for place, batch in zip(places, rows.reshape(-1, BATCH), strict=False):
            factors = given["dropout"] if dropout[place] else 1
            expected[place] = _table.logits(given["tables"][0] * factors, [ids[row] for row in batch])
    if _other_update(draw, handed):
        logits = handed.array("logits", expected.shape, of=OF)
        handed, expected = Handed({"logits": logits[:1]}), expected[:1]
    _table.demand(handed, "logits", expected, of=OF)


def _demand_pulse(draw: Draw, gradients: NDArray[np.float64]) -> None:
    """Check that the first gradient of the clock weight is the one that was drawn. Raises Implausible."""
    noted = Handed({"gradient": gradients[:1]})
    pulse = np.array([draw.given["pulse"]])
    _table.demand(noted, "gradient", pulse, of=OF)


def _training(handed: Handed, name: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the indices of the forward passes of the training, and what the harness noted of each."""
    tokens = np.array(handed.integers("tokens", of=OF), dtype=np.int64)
    (training,) = np.nonzero(tokens >= READ)
    noted = handed.array(name, tokens.shape, of=OF) != 0
    return training, noted[training]


def judge_training(draw: Draw, handed: Handed) -> Found | None:
    """Check that dropout is on, that the accelerator computes the gradients, and that each step uses its own ones, in both processes."""
    _, dropout = _training(handed, "dropout")
    if not dropout.all():
        return NO_DROPOUT.found(count=int((~dropout).sum()))
    found = _other_steps(handed)
    if found:
        return found
    steps = SHARES["train_dataloader"]
    gradients = handed.array("gradients", (steps,), of=OF)
    times = gradients / gradients[0] if gradients[0] else gradients
    added = ~(np.abs(times - 1) < 1e-3)
    if added.any() and handed.number("steps", of=OF):
        step = int(added.argmax())
        return GRADIENTS_ADD_UP.found(step=step + 1, times=float(times[step]))
    if not _moved(handed):
        return NEVER_MOVES.found(steps=steps)
    # where nothing else is wrong, the weights end where they should
    _demand_pulse(draw, gradients)
    return _other_update(draw, handed) or _other_process(draw, Handed(handed.mapping("other", of=OF)))


def _other_process(draw: Draw, other: Handed) -> Found | None:
    """Check that the other process trains, too."""
    trained, dropout = _training(other, "dropout")
    steps = SHARES["train_dataloader"]
    counts = [
        len(trained),
        *(other.number(name, of=OF) for name in ("backwards", "steps")),
    ]
    if min(counts) < steps:
        return OTHER_PROCESS.found(count=min(counts), steps=steps)
    if not dropout.all():
        return NO_DROPOUT.found(count=int((~dropout).sum()))
    return _other_update(draw, other) if max(counts) == steps else None


def _keys(scores: Mapping[str, Any]) -> str:
    """Return a dictionary of scores with the kind of each value, in Python's words."""
    return "{" + ", ".join(f'"{name}": {kind(value)}' for name, value in scores.items()) + "}"


def judge_scores(draw: Draw, handed: Handed) -> Found | None:
    """Check that the metric got every example of all processes once, from a model without dropout."""
    training, _ = _training(handed, "dropout")
    dropout = handed.array("dropout", (len(handed.integers("tokens", of=OF)),), of=OF)
    evaluating = np.delete(np.arange(len(dropout)), training)
    on = int(dropout[evaluating].sum())
    if on:
        return EVALUATED_WITH_DROPOUT.found(count=on)
    if evaluating.size and evaluating.min() < training.max(initial=-1):
        return EVALUATED_FIRST.found()
    scores = Handed(handed.mapping("scores", of=OF))
    labels = np.array(draw.given["eval_labels"])
    own, others = (_predictions(table, draw.given["eval_ids"]) for table in draw.given["tables"])
    gathered = _of_both([own, others])
    predictions = gathered[:EVALUATED]
    right = predictions == labels
    hits = int((right & (labels == 1)).sum())
    expected = {
        "accuracy": float(right.mean()),
        "f1": 2 * hits / int(predictions.sum() + labels.sum()),
    }
    alone = own[OWN] == labels[OWN]
    twice = gathered == labels[GATHERED]
    last = right[EVALUATED // BATCH * BATCH :]
    for name, value in expected.items():
        if name not in scores.values:
            raise Unfit(OF, _keys(expected), _keys(scores.values))
        actual = scores.number(name, of=f'{OF}(...)["{name}"]')
        data = {
            "name": name,
            "rows": EVALUATED,
            "actual": actual,
            "expected": value,
        }
        if abs(actual - value) < 1e-6:
            continue
        if name == "accuracy" and abs(actual - alone.mean()) < 1e-6:
            return OWN_ROWS_ONLY.found(**data)
        if name == "accuracy" and abs(actual - twice.mean()) < 1e-6:
            return ROWS_TWICE.found(count=len(twice), **data)
        if name == "accuracy" and abs(actual - last.mean()) < 1e-6:
            return ONE_BATCH.found(batches=BATCHES["eval_dataloader"], **data)
        return OTHER_VALUE.found(**data)
    return None


EXERCISE = Exercise(
    name="accelerate",
    title=N_("A training loop for several processes"),
    settings=("pt",),
    task=(
        N_(
            "With 🤗 Accelerate, the same training loop runs on one device or on several. One process is started for each device, and every process runs the loop on its own part of the batches. The loop needs a few changes for this."
        ),
        N_(
            "Write `train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric)`. It prepares the model, the optimizer and both DataLoaders with the accelerator, trains for one epoch with dropout on and with gradients that the accelerator computes, and evaluates with dropout off. It returns what `metric.compute()` returns for all examples of `eval_dataloader`."
        ),
        N_(
            "The check runs your function twice, once as each of two processes that share the work. It looks at what the main process returns; the other one may return anything. The batches of the evaluation cannot be divided evenly between the two. Make sure that the metric of the main process gets the examples of both, and each example once."
        ),
    ),
    hints=(
        N_(
            "`accelerator.prepare` takes the model, the optimizer and both DataLoaders, and returns them in the same order, ready for several processes. Which model, optimizer and DataLoaders must your loop use from then on?"
        ),
        N_(
            "The rest is an ordinary training loop: training mode, loss, gradients, optimizer step, gradients set to zero; then evaluation mode. One line of it is different, because the accelerator must compute the gradients: look for the method of `Accelerator` that does it."
        ),
        N_(
            "In the loop of the evaluation, gather the predictions and the labels of all processes before you give them to the metric. `accelerator.gather_for_metrics` does this, and if it is called for each batch, it also leaves out the repeated examples. Every process must call it."
        ),
    ),
    solved=N_(
        "Your loop now runs on one device or on several, and its score counts each example of every process once."
    ),
    draw=draw,
    checks=(
        Check(
            "prepared",
            N_("The work is divided between the processes"),
            points=2,
            judge=judge_prepared,
            mistakes=(OTHER_ORDER, NOT_SHARED, MODEL_AS_IT_WAS, TRAINED_ON_EVALUATION, NOT_EXCHANGED),
        ),
        Check(
            "training",
            N_("The training steps are right"),
            points=1,
            judge=judge_training,
            mistakes=(
                NO_DROPOUT,
                OWN_BACKWARD,
                OPTIMIZER_AS_IT_WAS,
                GRADIENTS_ADD_UP,
                NEVER_MOVES,
                OTHER_UPDATE,
                OTHER_PROCESS,
            ),
            needs=("prepared",),
            hint=2,
        ),
        Check(
            "scores",
            N_("The metric counts every example once"),
            points=2,
            judge=judge_scores,
            mistakes=(
                GATHERED_ONE,
                WAITS,
                NOTHING_ADDED,
                EVALUATED_WITH_DROPOUT,
                EVALUATED_FIRST,
                ONE_BATCH,
                OWN_ROWS_ONLY,
                ROWS_TWICE,
                OTHER_VALUE,
            ),
            hint=3,
            needs=("prepared",),
        ),
    ),
)
