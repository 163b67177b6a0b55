"""`schedule`: a linear learning rate schedule, from the initial value to 0, over all steps."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake, Unfit, kind
from course.i18n import N_

OF = "make_schedule"
CURVE_NAME = N_("your learning rate, divided by the initial learning rate")


def draw(rng: Random) -> Draw:
    """Draw a DataLoader with a smaller last batch; the counts of examples, batches, epochs and their products all differ."""
    batch_size = rng.choice((6, 7, 8))
    batches = rng.randrange(9, 50)
    epochs = rng.choice((4, 5))
    return Draw(
        {
            "rows": batch_size * batches - rng.choice((3, 4)),
            "batch_size": batch_size,
            "epochs": epochs,
            "other_epochs": rng.choice((2, 3)),
            "rate": rng.randrange(20, 60) / 1e6,
            # each step has a weight of its own, with this gradient
            "gradients": [rng.choice((-1, 1)) * rng.uniform(0.5, 2) for _ in range(batches * epochs + 1)],
        }
    )


NO_WARMUP_STEPS = Mistake(
    "no-warmup-steps",
    N_(
        "The function that makes the scheduler says: “{message}”. A linear schedule needs both `num_warmup_steps` and `num_training_steps`. The task asks for no warmup, so the number of warmup steps is 0."
    ),
    hint=3,
    error="ValueError|TypeError",
    pattern="num_(warmup|training)_steps",
)
NOTHING = Mistake(
    "nothing",
    N_(
        "`make_schedule` should return two values, first the scheduler and then the number of steps, but it returns `None`. Is a `return` missing?"
    ),
    hint=0,
)
NOT_A_PAIR = Mistake(
    "not-a-pair",
    N_(
        "`make_schedule` should return two values, first the scheduler and then the number of steps, but it returns only one value, of the type `{actual}`. Return both values, separated by a comma."
    ),
    hint=0,
)
OTHER_PAIR = Mistake(
    "other-pair",
    N_(
        "`make_schedule` should return two values, first the scheduler and then the number of steps, but it returns values of these types: {kinds}. Are there exactly two values, does the scheduler come first, and is it an object, not a class? The scheduler that `get_scheduler` makes is of the type `LambdaLR`."
    ),
    hint=0,
)
ONE_EPOCH = Mistake(
    "one-epoch",
    N_(
        "Your number of steps, {actual}, is enough for one epoch at most, but the loop goes through the data {epochs} times: it makes {expected} steps. With your number, a linear schedule would be at 0 by the end of the first epoch, and the model would learn nothing in the later epochs."
    ),
    hint=2,
    veiled=N_(
        "The number of steps, {actual}, is enough for one epoch at most, but the loop goes through the data {epochs} times. With this number, a linear schedule would be at 0 by the end of the first epoch, and the model would learn nothing in the later epochs."
    ),
)
ROWS = Mistake(
    "rows",
    N_(
        "Your number of steps, {actual}, counts examples, not batches. One step takes a whole batch, so the loop makes fewer steps: {expected}. With your number, training would end before a linear schedule has reached 0."
    ),
    hint=2,
    veiled=N_(
        "The number of steps, {actual}, counts examples, not batches. One step takes a whole batch, so the loop makes fewer steps. With this number, training would end before a linear schedule has reached 0."
    ),
)
LAST_BATCH = Mistake(
    "last-batch",
    N_(
        "Your number of steps is {actual}, but the loop makes {expected} steps. The {rows} examples cannot be divided evenly into batches of {batch_size}, so the last batch of each epoch is smaller. It counts as a whole step, too."
    ),
    hint=2,
    veiled=N_(
        "The number of steps, {actual}, leaves batches out. The {rows} examples cannot be divided evenly into batches of {batch_size}, so the last batch of each epoch is smaller. It counts as a whole step, too."
    ),
)
OTHER_COUNT = Mistake(
    "other-count",
    N_(
        "Your number of steps is {actual}, but the loop makes {expected} steps: it goes through {batches} batches in each of {epochs} epochs, and each batch is one step."
    ),
    hint=2,
    veiled=N_(
        "The number of steps is {actual}, but the loop makes another number of steps: it goes through {batches} batches in each of {epochs} epochs, and each batch is one step."
    ),
)
NEVER_FALLS = Mistake(
    "never-falls",
    N_(
        "After all {steps} steps the learning rate of the optimizer is still {actual}, its initial value. Check two things. Does your schedule decrease? Did you make the scheduler with the optimizer that was passed to `make_schedule`? Only this optimizer trains the model."
    ),
    hint=3,
)
WARM_UP = Mistake(
    "warm-up",
    N_(
        "Your learning rate starts at {actual} and then rises. It should start at {expected}, the learning rate of the optimizer that was passed to `make_schedule`. The task asks for no warmup: from this initial value, the learning rate should only fall."
    ),
    hint=3,
    veiled=N_(
        "The learning rate starts at {actual} and then rises. It should start at the learning rate of the optimizer that is passed to `make_schedule`. The task asks for no warmup: from this initial value, the learning rate should only fall."
    ),
)
OTHER_START = Mistake(
    "other-start",
    N_(
        "The learning rate of the first step is {actual}. It should be {expected}, the learning rate that the optimizer had when it was passed to `make_schedule`; `optimizer.param_groups` has it. From there your schedule does fall in a straight line to 0. If you use `LambdaLR`: its function returns a factor, by which PyTorch multiplies the initial learning rate, not the learning rate itself. The factor of the first step is 1."
    ),
    hint=3,
    veiled=N_(
        "The learning rate of the first step is {actual}. It should be the learning rate that the optimizer has when it is passed to `make_schedule`; `optimizer.param_groups` has it. From there the schedule does fall in a straight line to 0. If the code uses `LambdaLR`: its function returns a factor, by which PyTorch multiplies the initial learning rate, not the learning rate itself. The factor of the first step is 1."
    ),
)
STEPS_TAKEN = Mistake(
    "steps-taken",
    N_(
        "The learning rate of the first step is {actual}. In the linear schedule this is the value for step {step}, counted from 0, but the first step is step 0. Do not call the scheduler's `step()` in `make_schedule`, because the training loop calls it. If you calculate the learning rate yourself, count from 0."
    ),
    hint=0,
)
OTHER_CURVE = Mistake(
    "other-curve",
    N_(
        "The curve below shows your learning rate, divided by the initial learning rate. It should be a straight line from 1 to 0, but after {step} of {steps} steps, where the difference is largest, the value is {actual} and should be {expected}. Check two things. Is the schedule linear? Is it made for all steps of all epochs? The training loop calls `step()` after every batch."
    ),
    hint=3,
    veiled=N_(
        "The curve below shows the learning rate, divided by the initial learning rate. It should be a straight line from 1 to 0, but after {step} of {steps} steps, where the difference is largest, the value is {actual}. Check two things. Is the schedule linear? Is it made for all steps of all epochs? The training loop calls `step()` after every batch."
    ),
)


def _total(draw: Draw, epochs: str = "epochs") -> tuple[int, int]:
    """Return the number of batches in an epoch, and the number of all steps."""
    batches = -(-draw.given["rows"] // draw.given["batch_size"])
    return batches, batches * draw.given[epochs]


def _shares(draw: Draw, handed: Handed) -> NDArray[np.float64]:
    """Return the learning rates of all steps, and of one after the last, divided by the initial learning rate.

    Plain gradient descent moves a weight by its gradient times the learning rate.
    """
    _, total = _total(draw)
    weights = handed.array("weights", (total + 1,), of=OF)
    shares: NDArray[np.float64] = -weights / np.array(draw.given["gradients"]) / draw.given["rate"]
    # avoid -0 in messages
    return np.asarray(np.round(shares, 9) + 0.0)


def judge_steps(draw: Draw, handed: Handed) -> Found | None:
    """Check that the number of steps is the number of batches in all epochs, for two numbers of epochs."""
    if "steps" not in handed.values:
        made = handed.values.get("made")
        if isinstance(made, list) and made:
            return OTHER_PAIR.found(kinds=[kind(each) for each in made])
        actual_kind = kind(made)
        return NOTHING.found() if actual_kind in ("None", "NoneType") else NOT_A_PAIR.found(actual=actual_kind)
    return _other_count(draw, handed, "steps", "epochs") or _other_count(draw, handed, "other_steps", "other_epochs")


def _other_count(draw: Draw, handed: Handed, name: str, of_epochs: str) -> Found | None:
    """Find that a number of steps is not that of so many epochs."""
    try:
        actual = handed.number(name, of=f"{OF}(...)[1]")
    except Unfit as unfit:
        raise Unfit(unfit.expression, "int", unfit.actual) from None
    batches, expected = _total(draw, of_epochs)
    rows = draw.given["rows"]
    size = draw.given["batch_size"]
    epochs = draw.given[of_epochs]
    if actual == expected:
        # `range` takes no float
        handed.integer(name, of=f"{OF}(...)[1]")
        return None
    data = {
        "rows": rows,
        "batch_size": size,
        "epochs": epochs,
        "actual": actual,
        "expected": expected,
        "batches": batches,
    }
    if actual in (batches, rows // size):
        return ONE_EPOCH.found(**data)
    if actual in (rows, rows * epochs):
        return ROWS.found(**data)
    if actual in ((rows // size) * epochs, rows * epochs // size):
        return LAST_BATCH.found(**data)
    return OTHER_COUNT.found(**data)


def judge_rates(draw: Draw, handed: Handed) -> Found | None:
    """Check that the learning rates lie on a straight line from the initial one to 0."""
    shares = _shares(draw, handed)
    steps = len(shares) - 1
    line = 1 - np.arange(steps + 1) / steps
    off = ~(np.abs(shares - line) < 1e-6)
    if not off.any():
        return None
    rate = draw.given["rate"]
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
    taken = int(np.nan_to_num(np.round((1 - shares[0]) * steps), nan=0, posinf=0, neginf=0))
    if taken > 0 and np.allclose(shares, np.maximum(line - taken / steps, 0), rtol=0, atol=1e-6):
        return STEPS_TAKEN.found(actual=float(shares[0]) * rate, step=taken, **data)
    if np.allclose(shares, shares[0] * line, rtol=1e-3, atol=1e-4 * abs(shares[0])):
        return OTHER_START.found(actual=float(shares[0]) * rate, expected=rate, **data)
    step = int(np.nan_to_num(np.abs(shares - line), nan=np.inf).argmax())
    return OTHER_CURVE.found(
        step=step,
        actual=float(shares[step]),
        expected=float(line[step]),
        **data,
    )


EXERCISE = Exercise(
    name="schedule",
    title=N_("A linear learning rate schedule"),
    settings=("pt",),
    task=(
        N_(
            "A Transformer is usually fine-tuned with a learning rate that decreases during training: the steps are large at first, and then smaller and smaller. The scheduler must know in advance how many steps there will be."
        ),
        N_(
            "Write `make_schedule(optimizer, train_dataloader, num_epochs)`. It returns two values: the scheduler, and the number of steps of the whole training. The schedule is linear and has no warmup: the learning rate falls in a straight line from that of the optimizer to 0. The training loop will call the scheduler's `step()` after every batch."
        ),
    ),
    hints=(
        N_(
            "Your function must return two values: a scheduler and a number of steps. In which order does the task name them, and which of the two do you need in order to make the other?"
        ),
        N_(
            "Each batch is one step, and a smaller last batch counts too. How many batches does the loop go through in all epochs? `len(train_dataloader)` counts the batches of one epoch, and `len(train_dataloader.dataset)` counts the examples."
        ),
        N_(
            "🤗 Transformers has the function `get_scheduler`. It takes the name of the schedule, here `linear`, then the optimizer, the number of warmup steps, here 0, and the number of training steps: the batches of one epoch times the number of epochs."
        ),
    ),
    solved=N_("Your learning rate now falls in a straight line to 0, exactly at the last step of the training."),
    draw=draw,
    checks=(
        Check(
            "steps",
            N_("The number of steps covers the whole training"),
            points=1,
            judge=judge_steps,
            mistakes=(
                NO_WARMUP_STEPS,
                NOTHING,
                NOT_A_PAIR,
                OTHER_PAIR,
                ONE_EPOCH,
                ROWS,
                LAST_BATCH,
                OTHER_COUNT,
            ),
        ),
        Check(
            "rates",
            N_("The learning rate falls linearly to 0"),
            points=2,
            judge=judge_rates,
            mistakes=(NEVER_FALLS, WARM_UP, OTHER_START, STEPS_TAKEN, OTHER_CURVE),
            needs=("steps",),
            hint=3,
        ),
    ),
)
