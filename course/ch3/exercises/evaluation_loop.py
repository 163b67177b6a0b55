"""`evaluation-loop`: a metric fed batch by batch, and a model left as it was found."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.ch3.exercises import _table
from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

OF = "evaluate_model"
NAMES = ("accuracy", "f1")
TOKENS = 40
BATCH = 8
ROWS = 53
LONG = np.arange(ROWS) % BATCH == 2
"""The longest row of each batch, which is not padded; the last batch has five rows."""


def draw(rng: Random) -> Case:
    """Two sets of rows, the second for all checks but the first, and a model that would predict otherwise if padding were read."""
    draws = np.random.default_rng(rng.getrandbits(64))
    table = draws.normal(size=(TOKENS, 2))
    # padding speaks loudly for label 1
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
    """Rows, their scores, and the share of right rows in each batch."""
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
    """Draw which rows are right, and their predictions, such that each way of getting it wrong gives another accuracy."""
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
    """The part of each batch that is right."""
    return [float(right[start : start + BATCH].mean()) for start in range(0, ROWS, BATCH)]


def _row(
    draws: np.random.Generator,
    table: NDArray[np.float64],
    length: int,
    wanted: int,
) -> list[int]:
    """Tokens for which the model clearly chooses the wanted label."""
    while True:
        ids = draws.integers(1, TOKENS, size=length)
        other, chosen = np.sort(table[ids].sum(0))
        if table[ids].sum(0).argmax() == wanted and chosen - other > 0.3:
            return [int(each) for each in ids]


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
WRONG_AXIS = Mistake(
    "wrong-axis",
    N_(
        "The metric got another number of predictions than of labels. Look at the shape of the logits, and at the axis along which you "
        "look for the largest."
    ),
    hint=2,
    error="ValueError",
    pattern="Mismatch in the number",
)
OTHER_NAMES = Mistake(
    "other-names",
    N_("Your dictionary has {names}; {missing} is missing. Return what `metric.compute()` returns, as it is."),
    hint=1,
)
ONE_BATCH = Mistake(
    "one-batch",
    N_(
        "Your accuracy is {actual}. That is the accuracy of a single batch, number {batch} of {batches}; of all {rows} rows together it is "
        "{expected}."
    ),
    hint=1,
)
MEAN_OF_BATCHES = Mistake(
    "mean-of-batches",
    N_(
        "Your accuracy is {actual}, the mean over the batches; of all {rows} rows together it is {expected}. The last batch is smaller, and "
        "so in a mean over batches each of its rows counts for more."
    ),
    hint=1,
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} rows your `{name}` is {actual}; it should be {expected}. Take one batch, and say by hand which labels the model chose, "
        "and for which rows."
    ),
    hint=2,
)
IN_TRAINING = Mistake(
    "in-training",
    N_(
        "In {count} of {passes} forward passes dropout was on: the model was still in training mode. Then its predictions depend on chance, "
        "and are worse than the model is."
    ),
    hint=3,
)
GRADIENTS = Mistake(
    "gradients",
    N_(
        "In {count} of {passes} forward passes PyTorch kept everything that it would need for gradients. An evaluation needs none: that "
        "costs memory and time, and brings nothing."
    ),
    hint=3,
)
STAYS_IN_EVALUATION = Mistake(
    "stays-in-evaluation",
    N_(
        "The model was in training mode, and was left in evaluation mode. The epoch that follows would be trained without dropout, and no "
        "error would tell."
    ),
    hint=3,
)
ALWAYS_TRAINS = Mistake(
    "always-trains",
    N_(
        "The model was in evaluation mode, and was left in training mode. Whoever uses it next would get predictions with dropout. Leave it "
        "as you found it."
    ),
    hint=3,
)
FROZEN = Mistake(
    "frozen",
    N_(
        "After your evaluation the weights of the model ask for no gradients any more, so that it can no longer be trained. There is a way "
        "that turns gradients off for a while only."
    ),
    hint=3,
)


def judge_scores(case: Case, handed: Handed) -> Found | None:
    """The dictionary has accuracy and F1 of all rows."""
    scores = handed.mapping("scores", of=OF)
    for name in NAMES:
        if name not in scores:
            return OTHER_NAMES.found(names=list(scores), missing=f"`{name}`")
    kept = case.kept["scores"][0]
    shares = kept["shares"]
    for name in NAMES:
        expected = kept[name]
        actual = Handed(scores).number(name, of=OF)
        data = {
            "name": name,
            "rows": ROWS,
            "actual": actual,
            "expected": expected,
            "batches": len(shares),
        }
        if abs(actual - expected) < 1e-6:
            continue
        if name == "accuracy":
            for batch, share in enumerate(shares, 1):
                if abs(actual - share) < 1e-6:
                    return ONE_BATCH.found(batch=batch, **data)
            if abs(actual - np.mean(shares)) < 1e-6:
                return MEAN_OF_BATCHES.found(**data)
        return OTHER_VALUE.found(**data)
    return None


def judge_forward_passes(case: Case, handed: Handed) -> Found | None:
    """Dropout and gradients are off in every forward pass."""
    for name, mistake in (
        ("dropout", IN_TRAINING),
        ("gradients", GRADIENTS),
    ):
        noted = handed.integers(name, of=OF)
        if not noted:
            raise Unfit(OF, "list[int]", "list")
        if any(noted):
            return mistake.found(count=sum(noted), passes=len(noted))
    _demand_scores(case, handed, "scores")
    return None


def _demand_scores(case: Case, handed: Handed, name: str) -> None:
    """The scores are those of the second set. Raises Unfit."""
    scores = Handed(handed.mapping(name, of=OF))
    for each in NAMES:
        expected = np.array([case.kept["scores"][1][each]])
        actual = scores.number(each, of=OF)
        _table.demand(Handed({each: [actual]}), each, expected, of=OF)


def judge_as_found(case: Case, handed: Handed) -> Found | None:
    """The model is in the same mode as before the call, and it can be trained."""
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
            "After each epoch you want to know how good the model is on rows that it was not trained on. A metric can be fed batch by batch, "
            "with `add_batch`, and computes its numbers in the end, from all that it was given."
        ),
        N_(
            "Write `evaluate_model(model, dataloader, metric)`: it returns what `metric.compute()` returns for all rows. While it runs, "
            "dropout is off and no gradients are built; each batch goes to the device of the model. Afterwards the model is as it was "
            "before: in training mode if it was in training mode, else in evaluation mode."
        ),
    ),
    hints=(
        N_(
            "The metric adds up for you: feed it inside the loop, ask it for its numbers once, after the loop, and return what it says."
        ),
        N_(
            "The model puts out a row of logits for each row of the batch. The prediction is the place of the largest one along the last "
            "axis. Give the model everything that is in the batch, its mask too."
        ),
        N_(
            "There are two switches: `model.eval()` turns dropout off, and `torch.no_grad()` turns gradients off for a block. Before you touch "
            "the first one, note `model.training`; in the end `model.train(…)` takes what you have noted."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "scores",
            N_("The numbers are those of all rows"),
            points=2,
            judge=judge_scores,
            mistakes=(
                LOGITS_AS_PREDICTIONS,
                WRONG_AXIS,
                OTHER_NAMES,
                ONE_BATCH,
                MEAN_OF_BATCHES,
                OTHER_VALUE,
            ),
        ),
        Check(
            "forward-passes",
            N_("Dropout and gradients are off"),
            points=1,
            judge=judge_forward_passes,
            mistakes=(IN_TRAINING, GRADIENTS),
            needs=("scores",),
        ),
        Check(
            "as-found",
            N_("The model is left as it was found"),
            points=1,
            judge=judge_as_found,
            mistakes=(STAYS_IN_EVALUATION, ALWAYS_TRAINS, FROZEN),
            needs=("scores", "forward-passes"),
        ),
    ),
)
