"""`schedule`: the learning rate falls in a straight line, from its first value to 0, over all steps."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, kind
from course.i18n import N_

OF = "make_schedule"
CURVE_NAME = N_("your learning rate, as a share of the first")


def draw(rng: Random) -> Case:
    """A loader whose last batch is smaller; rows, batches, epochs and their products are all different numbers."""
    batch_size = rng.choice((6, 7, 8))
    batches = rng.randrange(9, 50)
    return Case(
        {
            "rows": batch_size * batches - rng.choice((3, 4)),
            "batch_size": batch_size,
            "epochs": rng.choice((3, 4, 5)),
            "rate": rng.randrange(20, 60) / 1e6,
        }
    )


NOT_A_PAIR = Mistake(
    "not-a-pair",
    N_(
        "`make_schedule` returns `{actual}`. It is to return two things, in this order: the scheduler, which has a method `step`, and the "
        "number of steps."
    ),
    hint=1,
)
ONE_EPOCH = Mistake(
    "one-epoch",
    N_(
        "Your number of steps is {actual}: that is one epoch. The loop goes through the data {epochs} times, which makes {expected} "
        "steps; with yours, the learning rate would be 0 for all the epochs after the first."
    ),
    hint=2,
)
ROWS = Mistake(
    "rows",
    N_(
        "Your number of steps is {actual}: that counts rows. A step takes a whole batch, and the loop makes {expected} steps; with yours, "
        "training would end long before the learning rate has fallen."
    ),
    hint=2,
)
LAST_BATCH = Mistake(
    "last-batch",
    N_(
        "Your number of steps is {actual}; the loop makes {expected}. {rows} rows do not divide evenly into batches of {batch_size}: the "
        "last batch of each epoch is smaller, and it is a step as well."
    ),
    hint=2,
)
OTHER_COUNT = Mistake(
    "other-count",
    N_(
        "Your number of steps is {actual}; a loop of {epochs} epochs over {batches} batches makes {expected}. The scheduler takes a step "
        "after each batch."
    ),
    hint=2,
)
NEVER_FALLS = Mistake(
    "never-falls",
    N_(
        "After all {steps} steps the learning rate of the optimizer is still {actual}, as it was at first. Does your schedule fall, and "
        "does it belong to the optimizer that was given to you? No other one trains the model."
    ),
    hint=3,
)
WARM_UP = Mistake(
    "warm-up",
    N_(
        "The learning rate begins at {actual} and then rises. There is to be no warm-up: the first step already takes the rate of the "
        "optimizer, {expected}."
    ),
    hint=3,
)
OTHER_CURVE = Mistake(
    "other-curve",
    N_(
        "After {step} of {steps} steps the learning rate, as a share of its first value, is {actual}; a straight line down to 0 has "
        "{expected} there."
    ),
    hint=3,
)


def _total(case: Case) -> tuple[int, int]:
    """The number of batches in an epoch, and the number of all steps."""
    batches = -(-case.given["rows"] // case.given["batch_size"])
    return batches, batches * case.given["epochs"]


def _shares(case: Case, handed: Handed) -> NDArray[np.float64]:
    """The learning rates before the first and after every step, as shares of the first rate."""
    _, total = _total(case)
    rates = handed.array("rates", (total + 1,), of=OF)
    shares: NDArray[np.float64] = rates / case.given["rate"]
    return shares


def judge_steps(case: Case, handed: Handed) -> Found | None:
    """The number of steps is that of all batches of all epochs."""
    if "steps" not in handed.values:
        return NOT_A_PAIR.found(actual=kind(handed.values.get("made")))
    actual = handed.number("steps", of=OF)
    batches, expected = _total(case)
    rows = case.given["rows"]
    size = case.given["batch_size"]
    epochs = case.given["epochs"]
    if actual == expected:
        return None
    data = {
        **case.given,
        "actual": actual,
        "expected": expected,
        "batches": batches,
        "curve": _shares(case, handed).tolist(),
        "curve_name": CURVE_NAME,
    }
    if actual in (batches, rows // size):
        return ONE_EPOCH.found(**data)
    if actual in (rows, rows * epochs):
        return ROWS.found(**data)
    if actual in ((rows // size) * epochs, rows * epochs // size):
        return LAST_BATCH.found(**data)
    return OTHER_COUNT.found(**data)


def judge_rates(case: Case, handed: Handed) -> Found | None:
    """The rates of the optimizer lie on a straight line from the first rate to 0."""
    shares = _shares(case, handed)
    steps = len(shares) - 1
    line = 1 - np.arange(steps + 1) / steps
    off = ~(np.abs(shares - line) < 1e-6)
    if not off.any():
        return None
    rate = case.given["rate"]
    data = {
        "steps": steps,
        "curve": shares.tolist(),
        "curve_name": CURVE_NAME,
    }
    if np.allclose(shares, 1):
        return NEVER_FALLS.found(actual=rate, **data)
    if shares[0] < 1 and shares[1] > shares[0]:
        actual = float(shares[0]) * rate
        return WARM_UP.found(actual=actual, expected=rate, **data)
    step = int(np.nan_to_num(np.abs(shares - line), nan=np.inf).argmax())
    return OTHER_CURVE.found(
        step=step,
        actual=float(shares[step]),
        expected=float(line[step]),
        **data,
    )


EXERCISE = Exercise(
    name="schedule",
    title=N_("A learning rate that falls"),
    settings=("pt",),
    task=(
        N_(
            "A Transformer is fine-tuned with a learning rate that falls while it trains: large steps at first, then smaller and smaller "
            "ones. The scheduler must know beforehand how many steps there will be."
        ),
        N_(
            "Write `make_schedule(optimizer, train_dataloader, num_epochs)`: it returns the scheduler and the number of steps of the whole "
            "training. The learning rate falls from that of the optimizer in a straight line to 0, with no warm-up. The loop will call the "
            "scheduler's `step()` after every batch."
        ),
    ),
    hints=(
        N_(
            "Two things are asked for: the number of steps, and a scheduler that is made with it. Which of the two comes first in what "
            "you return?"
        ),
        N_(
            "A step is one batch. What does `len` of a DataLoader give, and what does `len` of its `dataset` give? And how often does the loop "
            "go through all of it?"
        ),
        N_(
            "🤗 Transformers has `get_scheduler`, and a name for each shape. It takes the optimizer, the number of warm-up steps, which may be "
            "0, and the number of training steps: the steps of all epochs together."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "steps",
            N_("The number of steps is that of the whole training"),
            points=1,
            judge=judge_steps,
            mistakes=(
                NOT_A_PAIR,
                ONE_EPOCH,
                ROWS,
                LAST_BATCH,
                OTHER_COUNT,
            ),
        ),
        Check(
            "rates",
            N_("The learning rate falls in a straight line to 0"),
            points=2,
            judge=judge_rates,
            mistakes=(NEVER_FALLS, WARM_UP, OTHER_CURVE),
            needs=("steps",),
        ),
    ),
)
