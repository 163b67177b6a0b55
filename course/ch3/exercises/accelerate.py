"""`accelerate`: one loop for as many processes as there are, and a metric that counts each row once."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from course.ch3.exercises import _table
from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

OF = "train_with_accelerate"
TOKENS = 40
READ = 20
"""Rows of the evaluation have tokens below `READ` only, rows of the training none: so training does not change the
predictions for the evaluation, and they are known beforehand."""
BATCH = 16
ROWS = 120
EVALUATED = 72
GATHERED = np.arange(96) % EVALUATED
"""The rows that two processes evaluate: the last batches are filled up with the first rows."""
OWN = GATHERED.reshape(-1, BATCH)[::2].ravel()
"""The rows of this process, which has every second batch."""
TRAINED = np.arange(128).reshape(-1, BATCH)[::2].ravel()
"""The rows that this process trains on."""
SHARES = {"train_dataloader": 4, "eval_dataloader": 3}
"""The number of batches that one of two processes has; there are 8 and 5 in all."""
BATCHES = {"train_dataloader": 8, "eval_dataloader": 5}


def draw(rng: Random) -> Case:
    """Rows to train on, and others of which the model, trained or not, gets a known number right."""
    draws = np.random.default_rng(rng.getrandbits(64))
    table = draws.normal(size=(TOKENS, 2))
    right = _right(draws)
    ids = [_clear_row(draws, table) for _ in right]
    predictions = _predictions(table, ids)
    given = {
        "table": table,
        "dropout": _table.dropout(draws, TOKENS),
        "ids": [draws.integers(READ, TOKENS, size=3 + row % 5).tolist() for row in range(ROWS)],
        "labels": draws.permutation(np.arange(ROWS) % 2).tolist(),
        "eval_ids": ids,
        "eval_labels": np.where(right, predictions, 1 - predictions).tolist(),
        "batch_size": BATCH,
        # so small that the logits hardly change
        "rate": rng.uniform(1e-7, 3e-7),
        "pulse": rng.uniform(0.005, 0.02),
        "seed": rng.getrandbits(32),
    }
    return Case(given)


def _right(draws: np.random.Generator) -> NDArray[np.bool_]:
    """Draw which rows the model gets right, such that each way of getting it wrong gives another accuracy."""
    while True:
        right = draws.random(EVALUATED) < draws.uniform(0.55, 0.85)
        last = right[EVALUATED // BATCH * BATCH :]
        ways = [right, right[OWN], right[GATHERED], ~right, last]
        if np.diff(sorted(way.mean() for way in ways)).min() > 0.005:
            return right


def _clear_row(draws: np.random.Generator, table: NDArray[np.float64]) -> list[int]:
    """Tokens for which the model clearly chooses one label."""
    while True:
        ids = draws.integers(1, READ, size=draws.integers(3, 8))
        if abs(np.diff(table[ids].sum(0))[0]) > 0.5:
            return [int(each) for each in ids]


def _predictions(table: NDArray[np.float64], ids: list[list[int]]) -> NDArray[np.int64]:
    """The label that the model chooses for each row."""
    return np.asarray(_table.logits(table, ids).argmax(1))


GATHERED_ONE = Mistake(
    "gathered-one",
    N_(
        "The metric got another number of predictions than of labels. Each process has only its own rows: predictions and labels must be "
        "gathered from all of them, the one like the other."
    ),
    hint=3,
    error="ValueError",
    pattern="Mismatch in the number",
)
WAITS = Mistake(
    "waits",
    N_(
        "One process gathers while the other one does not. Gathering is an exchange: the process would wait for the other without end. All of "
        "them must come to the same call."
    ),
    hint=3,
    error="RuntimeError",
    pattern="the other process does not gather",
)
NOT_SHARED = Mistake(
    "not-shared",
    N_(
        "Of the {batches} batches of `{name}`, this process, one of two, went through {actual}; its share is {expected}. Prepare the loader, and go "
        "through what `prepare` returns, once."
    ),
    hint=1,
)
MODEL_AS_IT_WAS = Mistake(
    "model-as-it-was",
    N_(
        "In {count} training steps the batch went through the model as it was, and not through the one that `prepare` returned. Only that one "
        "exchanges gradients, so each process would train a model of its own."
    ),
    hint=1,
)
OWN_BACKWARD = Mistake(
    "own-backward",
    N_(
        "Gradients were computed {steps} times, and {count} of these times by the accelerator. It is to do all of them, since it alone knows "
        "whether the loss must be scaled, as in half precision."
    ),
    hint=2,
)
OPTIMIZER_AS_IT_WAS = Mistake(
    "optimizer-as-it-was",
    N_(
        "Gradients were computed {steps} times, and the prepared optimizer took {count} steps. After each computation, step the optimizer "
        "that `prepare` returned: it knows how gradients were scaled."
    ),
    hint=1,
)
NO_DROPOUT = Mistake(
    "no-dropout",
    N_(
        "In {count} training steps dropout was off: the model came in evaluation mode, and was left there. Dropout is what keeps a model from overfitting."
    ),
    hint=2,
)
GRADIENTS_ADD_UP = Mistake(
    "gradients-add-up",
    N_(
        "In step {step} the gradient of a weight, always the same in this model, is {times} times what it was in the first step. Gradients are "
        "added to those that are there; set them back after each step."
    ),
    hint=2,
)
NEVER_MOVES = Mistake(
    "never-moves",
    N_(
        "After {steps} steps the weights of the model are what they were. Were the gradients still there when the optimizer took its step?"
    ),
    hint=2,
)
EVALUATED_WITH_DROPOUT = Mistake(
    "evaluated-with-dropout",
    N_(
        "In {count} batches of the evaluation dropout was on: the model was still in training mode, and its predictions depend on chance."
    ),
    hint=2,
)
OWN_ROWS_ONLY = Mistake(
    "own-rows-only",
    N_(
        "Your accuracy is {actual}: it is that of the rows of this process alone. With those of the other one it is {expected}. What a process "
        "predicts must be gathered before the metric gets it."
    ),
    hint=3,
)
ROWS_TWICE = Mistake(
    "rows-twice",
    N_(
        "Your accuracy is {actual}, and {expected} is right. You gathered {count} rows, and there are {rows}: to give all processes equal batches, "
        "the last ones are filled up with rows from the beginning. Those must not count."
    ),
    hint=3,
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} rows your `{name}` is {actual}; it should be {expected}. Which rows does the metric get, and are predictions and labels in the "
        "same order?"
    ),
    hint=3,
)


def judge_prepared(case: Case, handed: Handed) -> Found | None:
    """The process has its share of both loaders; the prepared model and optimizer train, by way of the accelerator."""
    trained, shared = _training(handed, "shared")
    tokens = handed.integers("tokens", of=OF)
    counts = {
        "train_dataloader": len(trained),
        "eval_dataloader": len(tokens) - len(trained),
    }
    for name, actual in counts.items():
        if actual != SHARES[name]:
            return NOT_SHARED.found(
                name=name,
                actual=actual,
                expected=SHARES[name],
                batches=BATCHES[name],
            )
    _demand_logits(case, handed)
    if not shared.all():
        return MODEL_AS_IT_WAS.found(count=int((~shared).sum()))
    steps = SHARES["train_dataloader"]
    gradients = handed.array("gradients", (steps,), of=OF)
    for name, mistake in (
        ("backwards", OWN_BACKWARD),
        ("steps", OPTIMIZER_AS_IT_WAS),
    ):
        count = handed.number(name, of=OF)
        if count != steps:
            return mistake.found(steps=steps, count=count)
    _demand_pulse(case, gradients)
    return None


def _demand_logits(case: Case, handed: Handed) -> None:
    """The forward passes were those of this process's batches, with dropout or without, as was noted. Raises Unfit."""
    given = case.given
    passes = sum(SHARES.values())
    trained, _ = _training(handed, "dropout")
    dropout = handed.array("dropout", (passes,), of=OF)
    read = np.delete(np.arange(passes), trained)
    expected = np.empty((passes, BATCH, 2))
    for places, ids, rows in (
        (trained, given["ids"], TRAINED),
        (read, given["eval_ids"], OWN),
    ):
        if len(places) * BATCH != len(rows):
            raise Unfit(OF, str(len(rows) // BATCH), str(len(places)))
        for place, batch in zip(places, rows.reshape(-1, BATCH), strict=False):
            factors = given["dropout"] if dropout[place] else 1
            expected[place] = _table.logits(given["table"] * factors, [ids[row] for row in batch])
    _table.demand(handed, "logits", expected, of=OF)


def _demand_pulse(case: Case, gradients: NDArray[np.float64]) -> None:
    """The first gradient of the clock is the one that it has here. Raises Unfit."""
    noted = Handed({"gradient": gradients[:1]})
    pulse = np.array([case.given["pulse"]])
    _table.demand(noted, "gradient", pulse, of=OF)


def _training(handed: Handed, name: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The forward passes that were of the training, and what was noted of them."""
    tokens = np.array(handed.integers("tokens", of=OF), dtype=np.int64)
    (training,) = np.nonzero(tokens >= READ)
    noted = handed.array(name, tokens.shape, of=OF) != 0
    return training, noted[training]


def judge_training(case: Case, handed: Handed) -> Found | None:
    """Dropout is on, and each step has its own gradients."""
    _, dropout = _training(handed, "dropout")
    if not dropout.all():
        return NO_DROPOUT.found(count=int((~dropout).sum()))
    steps = SHARES["train_dataloader"]
    gradients = handed.array("gradients", (steps,), of=OF)
    times = gradients / gradients[0] if gradients[0] else gradients
    added = ~(np.abs(times - 1) < 1e-3)
    if added.any():
        step = int(added.argmax())
        return GRADIENTS_ADD_UP.found(step=step + 1, times=float(times[step]))
    way = -handed.number("clock", of=OF) / case.given["rate"]
    if way == 0:
        return NEVER_MOVES.found(steps=steps)
    _demand_logits(case, handed)
    _demand_pulse(case, gradients)
    if not 0.1 < way < steps + 0.1:
        raise Unfit(OF, str(steps), f"{way:.4g}")
    return None


def judge_scores(case: Case, handed: Handed) -> Found | None:
    """The metric has seen every row of all processes once, from a model without dropout."""
    training, _ = _training(handed, "dropout")
    dropout = handed.array("dropout", (len(handed.integers("tokens", of=OF)),), of=OF)
    on = int(np.delete(dropout, training).sum())
    if on:
        return EVALUATED_WITH_DROPOUT.found(count=on)
    _demand_logits(case, handed)
    scores = Handed(handed.mapping("scores", of=OF))
    labels = np.array(case.given["eval_labels"])
    predictions = _predictions(case.given["table"], case.given["eval_ids"])
    right = predictions == labels
    hits = int((right & (labels == 1)).sum())
    expected = {
        "accuracy": float(right.mean()),
        "f1": 2 * hits / int(predictions.sum() + labels.sum()),
    }
    own = right[OWN]
    twice = right[GATHERED]
    for name, value in expected.items():
        actual = scores.number(name, of=OF)
        data = {
            "name": name,
            "rows": EVALUATED,
            "actual": actual,
            "expected": value,
        }
        if abs(actual - value) < 1e-6:
            continue
        if name == "accuracy" and abs(actual - own.mean()) < 1e-6:
            return OWN_ROWS_ONLY.found(**data)
        if name == "accuracy" and abs(actual - twice.mean()) < 1e-6:
            return ROWS_TWICE.found(count=len(twice), **data)
        return OTHER_VALUE.found(**data)
    return None


EXERCISE = Exercise(
    name="accelerate",
    title=N_("One loop for many processes"),
    settings=("pt",),
    task=(
        N_(
            "With 🤗 Accelerate a training loop runs on one processor or on many: every process runs the same loop on its share of the batches. The "
            "loop needs a few changes for that."
        ),
        N_(
            "Write `train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric)`: it prepares what is to be "
            "shared, trains for one epoch, evaluates, and returns what `metric.compute()` returns for all rows of `eval_dataloader`."
        ),
        N_(
            "Yours is checked as one of two processes. Their shares are not even: see that the metric gets the rows of both, and each row once."
        ),
    ),
    hints=(
        N_(
            "`accelerator.prepare` takes model, optimizer and both loaders, and returns them in the same order. What it returns takes the place of "
            "what you gave it."
        ),
        N_(
            "Otherwise it is the plain loop: training mode, a loss, gradients, a step, gradients set back; then evaluation mode. One line of it is "
            "now the accelerator's: the one that computes the gradients."
        ),
        N_(
            "In the evaluation, predictions and labels of all processes are gathered before the metric gets them. The accelerator has a method "
            "with `metrics` in its name, which also leaves out the rows that were repeated; every process must call it."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "prepared",
            N_("The work is shared out"),
            points=2,
            judge=judge_prepared,
            mistakes=(
                GATHERED_ONE,
                WAITS,
                NOT_SHARED,
                MODEL_AS_IT_WAS,
                OWN_BACKWARD,
                OPTIMIZER_AS_IT_WAS,
            ),
        ),
        Check(
            "training",
            N_("The model is trained as before"),
            points=1,
            judge=judge_training,
            mistakes=(NO_DROPOUT, GRADIENTS_ADD_UP, NEVER_MOVES),
            needs=("prepared",),
        ),
        Check(
            "scores",
            N_("The metric counts every row once"),
            points=2,
            judge=judge_scores,
            mistakes=(
                EVALUATED_WITH_DROPOUT,
                OWN_ROWS_ONLY,
                ROWS_TWICE,
                OTHER_VALUE,
            ),
            needs=("prepared",),
        ),
    ),
)
