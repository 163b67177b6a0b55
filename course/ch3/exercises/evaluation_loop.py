"""`evaluation-loop`: a metric fed batch by batch, and a model left as it was found."""

from random import Random

import numpy as np

from course.exercise import (
    Case,
    Check,
    Exercise,
    Found,
    Handed,
    Mistake,
    Unfit,
)
from course.i18n import N_

OF = "evaluate_model"
TOKENS, BATCH, ROWS = 40, 8, 29
RIGHT = (7, 6, 4, 3)
"""How many rows of each batch the model gets right; the last batch has five rows."""


def draw(rng: Random) -> Case:
    """Rows of which the model gets a known number right, and whose prediction would change if padding were read."""
    draws = np.random.default_rng(rng.getrandbits(64))
    table = draws.normal(size=(TOKENS, 2))
    # padding speaks loudly for label 1
    table[0] = -8, 8
    right = np.concatenate(
        [
            draws.permutation(np.arange(size) < count)
            for count, size in zip(RIGHT, _sizes())
        ]
    )
    # of the 20 rows that are right, 5 are predicted as 1; of the 9 others, 4
    predictions = np.empty(ROWS, dtype=int)
    predictions[right] = draws.permutation(np.arange(20) < 5)
    predictions[~right] = draws.permutation(np.arange(9) < 4)
    ids = [
        _row(
            draws, table, 9 if row % BATCH == 2 else 3 + row % 4, wanted
        )
        for row, wanted in enumerate(predictions)
    ]
    given = {
        "table": table,
        "ids": ids,
        "labels": np.where(
            right, predictions, 1 - predictions
        ).tolist(),
        "batch_size": BATCH,
    }
    return Case(given, {"accuracy": 20 / 29, "f1": 10 / 19})


def _sizes() -> list[int]:
    return [min(BATCH, ROWS - start) for start in range(0, ROWS, BATCH)]


def _row(
    draws: np.random.Generator,
    table: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    length: int,
    wanted: int,
) -> list[int]:
    """Tokens for which the model clearly chooses the wanted label."""
    while True:
        ids = draws.integers(1, TOKENS, size=length)
        other, chosen = np.sort(table[ids].sum(0))
        if (
            table[ids].sum(0).argmax() == wanted
            and chosen - other > 0.3
        ):
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
    wrong=("logits_as_predictions", "probabilities"),
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
    wrong=("wrong_axis",),
)
OTHER_NAMES = Mistake(
    "other-names",
    N_(
        "Your dictionary has {names}; {missing} is missing. Return what `metric.compute()` returns, as it is."
    ),
    hint=1,
    wrong=("renamed", "accuracy_only"),
)
ONE_BATCH = Mistake(
    "one-batch",
    N_(
        "Your accuracy is {actual}. That is the accuracy of a single batch, number {batch} of {batches}; of all {rows} rows together it is "
        "{expected}."
    ),
    hint=1,
    wrong=(
        "computes_in_the_loop",
        "returns_in_the_loop",
        "last_batch_only",
    ),
)
MEAN_OF_BATCHES = Mistake(
    "mean-of-batches",
    N_(
        "Your accuracy is {actual}, the mean over the batches; of all {rows} rows together it is {expected}. The last batch is smaller, and "
        "so in a mean over batches each of its rows counts for more."
    ),
    hint=1,
    wrong=("mean_of_batches",),
)
OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "On {rows} rows your `{name}` is {actual}; it should be {expected}. Take one batch, and say by hand which labels the model chose, "
        "and for which rows."
    ),
    hint=2,
    wrong=(
        "mask_forgotten",
        "smallest",
        "last_batch_skipped",
        "percent",
        "labels_reversed",
    ),
)
IN_TRAINING = Mistake(
    "in-training",
    N_(
        "In {count} of {passes} forward passes dropout was on: the model was still in training mode. Then its predictions depend on chance, "
        "and are worse than the model is."
    ),
    hint=3,
    wrong=("no_eval", "eval_after_the_loop"),
)
GRADIENTS = Mistake(
    "gradients",
    N_(
        "In {count} of {passes} forward passes PyTorch kept everything that it would need for gradients. An evaluation needs none: that "
        "costs memory and time, and brings nothing."
    ),
    hint=3,
    wrong=("no_no_grad",),
)
STAYS_IN_EVALUATION = Mistake(
    "stays-in-evaluation",
    N_(
        "The model was in training mode, and was left in evaluation mode. The epoch that follows would be trained without dropout, and no "
        "error would tell."
    ),
    hint=3,
    wrong=("train_not_restored",),
)
ALWAYS_TRAINS = Mistake(
    "always-trains",
    N_(
        "The model was in evaluation mode, and was left in training mode. Whoever uses it next would get predictions with dropout. Leave it "
        "as you found it."
    ),
    hint=3,
    wrong=("always_trains",),
)
FROZEN = Mistake(
    "frozen",
    N_(
        "After your evaluation the weights of the model ask for no gradients any more, so that it can no longer be trained. There is a way "
        "that turns gradients off for a while only."
    ),
    hint=3,
    wrong=("weights_frozen",),
)


def judge_scores(case: Case, handed: Handed) -> Found | None:
    """The dictionary has accuracy and F1 of all rows."""
    scores = handed.mapping("scores", of=OF)
    for name in case.kept:
        if name not in scores:
            return OTHER_NAMES.found(
                names=list(scores), missing=f"`{name}`"
            )
    shares = [count / size for count, size in zip(RIGHT, _sizes())]
    for name, expected in case.kept.items():
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
    return None


def judge_as_found(case: Case, handed: Handed) -> Found | None:
    """Whatever mode the model was in, it is in again, and it can be trained."""
    if not handed.truth("training", of=OF):
        return STAYS_IN_EVALUATION.found()
    if handed.truth("evaluating", of=OF):
        return ALWAYS_TRAINS.found()
    if not handed.truth("trainable", of=OF):
        return FROZEN.found()
    return None


EXERCISE = Exercise(
    name="evaluation-loop",
    chapter="ch3",
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
    other={"argmax_of_all": "raised", "returns_nothing": "unfit"},
)
