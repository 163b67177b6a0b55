"""`out-of-memory`: a large batch in small pieces, and the largest batch that fits."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

STEP = "accumulated_step"
SEARCH = "largest_batch_size"
LABELS = 3
LENGTH = 5
SHARED = 8


def draw(rng: Random) -> Case:
    """A batch that `pieces` divides evenly, one that it does not, and searches that end well or badly."""
    draws = np.random.default_rng(rng.getrandbits(64))
    pieces = rng.choice([4, 5])
    size = rng.choice([3, 4])
    largest = 2 ** rng.choice([6, 7, 8])
    some = largest // 2 ** rng.choice([2, 3, 4])

    def search(fits: int, *errors: str) -> dict[str, Any]:
        return {"batch_size": largest, "fits": fits, "errors": errors}

    return Case(
        {
            "even": step(draws, pieces * size, pieces),
            "uneven": step(draws, pieces * size - 1, pieces),
            "halving": {
                "all": search(largest),
                "some": search(rng.randrange(some, 2 * some), "memory"),
                "one": search(1, "memory-too"),
            },
            "failing": {
                "none": search(0, "memory"),
                "other": search(0, "other"),
                "other-later": search(0, "memory", "other"),
            },
        }
    )


def step(draws: np.random.Generator, rows: int, pieces: int) -> dict[str, Any]:
    """A table of logits and a batch. Each row begins with a token of its own, by which its share of the update can be told.

    The table's last token is in no row: nothing moves it but a gradient that was there before.
    """
    ids = rows + draws.integers(SHARED, size=(rows, LENGTH))
    ids[:, 0] = draws.permutation(rows)
    lengths = draws.integers(2, LENGTH + 1, size=rows)
    table = draws.normal(scale=0.3, size=(rows + SHARED + 1, LABELS))
    return {
        "table": table.astype(np.float32),
        "batch": {
            "input_ids": ids,
            "attention_mask": (np.arange(LENGTH) < lengths[:, None]).astype(np.int64),
            "labels": draws.integers(LABELS, size=rows),
        },
        "pieces": pieces,
        "learning_rate": float(draws.uniform(0.5, 1.0)),
        "stale": float(draws.uniform(0.5, 1.0)),
    }


WHOLE_BATCH = Mistake(
    "whole-batch",
    N_(
        "{most} of the {rows} rows were in memory at once, between their forward and their backward pass; in {pieces} pieces it is "
        "never more than {allowed}. What fills the memory is kept from the forward pass until the backward pass: each piece "
        "must have both before the next one begins."
    ),
    hint=1,
)
OTHER_STEPS = Mistake(
    "other-steps",
    N_(
        "Your optimizer was asked for {steps} steps; a batch, in however many pieces, is one step. Each piece adds its gradient, "
        "and the optimizer moves the weights once, by all of them."
    ),
    hint=1,
)
STALE_GRADIENT = Mistake(
    "stale-gradient",
    N_(
        "A weight that no row of the batch uses moved by {moved}: the model still held a gradient from before the call, "
        "and PyTorch adds new gradients to what is there. Whoever begins a step has to clear them first."
    ),
    hint=2,
)
OTHER_SCALE = Mistake(
    "other-scale",
    N_(
        "Your update points where the whole batch's does, but it is {factor} times as long: with {rows} rows in {pieces} pieces, that is as "
        "if someone had changed the learning rate. The loss of a batch is a mean over its rows; what is the sum of what "
        "your pieces contribute?"
    ),
    hint=2,
)
UNEQUAL_ROWS = Mistake(
    "unequal-rows",
    N_(
        "The rows do not count the same. In the whole batch's update each of the {rows} rows counts once; in yours, with {pieces} "
        "pieces, one row counts {least} times and another one {largest} times. See how many rows each piece has, and "
        "whether every row is in one."
    ),
    hint=3,
)
UNCAUGHT = Mistake(
    "uncaught",
    N_(
        "At size {size} `try_step` ran out of memory, and its error came out of your function: `{error}`. Half of that size might "
        "fit. Which errors does your `except` catch, and does it try again after each of them?"
    ),
    hint=1,
)
OTHER_SIZE = Mistake(
    "other-size",
    N_(
        "Beginning at {batch_size}, where nothing above {fits} fits, your function should try `{expected}` and return the last of these. The "
        "sizes that it tried begin with `{actual}`, {count} in all, and it returned {returned}."
    ),
    hint=2,
)
ERROR_LOST = Mistake(
    "error-lost",
    N_(
        "At size {size} `try_step` raised `{error}`, which no smaller batch can cure: this error has to reach whoever called your "
        "function, and at once. Yours kept it to itself or went on; it tried {count} sizes, the last of them {last}. Whoever "
        "called it would take what it returns for a size that works."
    ),
    hint=3,
    withheld=("size",),
)


def whole_gradient(
    run: Any,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The gradient of the mean loss by the table, and the part of each row in that of its first token."""
    table = run["table"].astype(np.float64)
    mask = run["batch"]["attention_mask"][..., None]
    weights = mask / mask.sum(axis=1, keepdims=True)
    ids = run["batch"]["input_ids"]
    labels = run["batch"]["labels"]
    logits = (table[ids] * weights).sum(axis=1)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    errors = (chances - np.eye(LABELS)[labels]) / len(labels)
    gradient = np.zeros_like(table)
    np.add.at(gradient, ids, weights * errors[:, None])
    return gradient, weights[:, 0] * errors


def judge_step(run: Any, handed: Handed) -> Found | None:
    """One step, whose update is the whole batch's, with no more than a piece in memory."""
    rows = len(run["batch"]["labels"])
    pieces = run["pieces"]
    allowed = -(-rows // pieces)
    changes = handed.integers("changes", of=STEP)
    most = int(max(np.cumsum(changes), default=0))
    if not most <= allowed:
        return WHOLE_BATCH.found(most=most, rows=rows, pieces=pieces, allowed=allowed)
    steps = handed.integer("steps", of=STEP)
    if steps != 1:
        return OTHER_STEPS.found(steps=steps)
    table = run["table"].astype(np.float64)
    moved = table - handed.array("table", table.shape, of=STEP)
    update = moved / run["learning_rate"]
    gradient, parts = whole_gradient(run)
    if np.allclose(update, gradient, rtol=0, atol=1e-5):
        return find_unseen(run, handed)
    if abs(update[-1]).max() > 1e-3:
        return STALE_GRADIENT.found(moved=float(abs(moved[-1]).max()))
    own = update[run["batch"]["input_ids"][:, 0]]
    shares = (own * parts).sum(axis=1) / (parts**2).sum(axis=1)
    if np.ptp(shares) < 1e-3:
        return OTHER_SCALE.found(factor=shown(shares.mean()), rows=rows, pieces=pieces)
    return UNEQUAL_ROWS.found(
        rows=rows,
        pieces=pieces,
        least=shown(shares.min()),
        largest=shown(shares.max()),
    )


def find_unseen(run: Any, handed: Handed) -> Found | None:
    """Whether each row had its backward pass, with no more than a piece at once. Without that a right update shows nothing."""
    rows = len(run["batch"]["labels"])
    pieces = run["pieces"]
    seen = Handed(handed.mapping("seen", of=STEP))
    passes = [seen.integers(each, of=STEP) for each in seen.values]
    allowed = -(-rows // pieces)
    most = max(map(len, passes), default=0)
    if most > allowed:
        return WHOLE_BATCH.found(most=most, rows=rows, pieces=pieces, allowed=allowed)
    different = {row for each in passes for row in each}
    if different != {*range(rows)}:
        raise Unfit(STEP, str(rows), str(len(different)))
    return None


def judge_update(case: Case, handed: Handed) -> Found | None:
    """A batch that the number of pieces divides."""
    return judge_step(case.given["even"], handed)


def judge_uneven(case: Case, handed: Handed) -> Found | None:
    """A batch that the number of pieces does not divide."""
    return judge_step(case.given["uneven"], handed)


def halves(size: int, fits: int) -> list[int]:
    """The sizes to try, down to one that fits, or to 1."""
    sizes = [size]
    while sizes[-1] > max(fits, 1):
        sizes.append(sizes[-1] // 2)
    return sizes


def judge_halving(case: Case, handed: Handed) -> Found | None:
    """Each half is tried until one fits, and that one is returned."""
    for name, search in case.given["halving"].items():
        ran = Handed(handed.mapping(name, of=SEARCH))
        sizes = ran.integers("sizes", of=SEARCH)
        if ran.truth("passed_on", of=SEARCH):
            return UNCAUGHT.found(
                size=sizes[-1] if sizes else search["batch_size"],
                error=ran.text("error", of=SEARCH),
            )
        if ran.values.get("returned") is None:
            raise Unfit(SEARCH, "int", "None")
        returned = ran.number("returned", of=SEARCH)
        expected = halves(search["batch_size"], search["fits"])
        if sizes != expected or returned != expected[-1]:
            return OTHER_SIZE.found(
                batch_size=search["batch_size"],
                fits=search["fits"],
                expected=str(expected),
                count=len(sizes),
                actual=str(sizes[:8]),
                returned=shown(returned),
            )
    return None


def judge_errors(case: Case, handed: Handed) -> Found | None:
    """An error that no smaller size cures ends the search, and is passed on."""
    for name, search in case.given["failing"].items():
        ran = Handed(handed.mapping(name, of=SEARCH))
        sizes = ran.integers("sizes", of=SEARCH)
        expected = halves(search["batch_size"], 0)
        if "other" in search["errors"]:
            expected = expected[: len(search["errors"])]
        if sizes != expected or not ran.truth("passed_on", of=SEARCH):
            return ERROR_LOST.found(
                size=expected[-1],
                error=ran.text("error", of=SEARCH),
                count=len(sizes),
                last=sizes[-1] if sizes else 0,
            )
    return None


def shown(value: float) -> float:
    """A number with the digits that are told to the learner, so that a whole one is told as such."""
    return round(float(value), 3)


EXERCISE = Exercise(
    name="out-of-memory",
    title=N_("When the batch does not fit into memory"),
    settings=("tf", "pt"),
    task=(
        N_(
            "The memory of a GPU holds the model, its gradients, and everything that the backward pass needs of the forward pass. The last "
            "part grows with the batch size, and so it is the batch that gives way when memory runs out."
        ),
        N_(
            "Write `accumulated_step(model, optimizer, batch, pieces)`: it passes a batch through the model piece by piece, and takes "
            "the very step that the whole batch at once would take."
        ),
        N_(
            "Then write `largest_batch_size(try_step, batch_size)`: it halves the batch size until a step fits into memory, and returns that "
            "size. Errors that have nothing to do with memory are not its business."
        ),
    ),
    hints=(
        N_(
            "For the step, put five things in order: clear, forward, backward, step, and the loop over the pieces. Which of them are inside "
            "the loop? For the search, look at the error that is raised: its type, and its text."
        ),
        N_(
            "The loss of a batch is the sum over its rows, divided by their number. Write down what three pieces of four rows each have to contribute "
            "to it. For the search, write down which sizes are tried when only 1 fits."
        ),
        N_(
            "A piece of 3 rows out of 11 has a share of 3/11 in the mean; multiply its mean loss by this share before its backward pass. In the "
            "search, `raise` with nothing after it passes on the error just caught."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "update",
            N_("One step, equal to the whole batch's"),
            points=2,
            judge=judge_update,
            mistakes=(
                WHOLE_BATCH,
                OTHER_STEPS,
                STALE_GRADIENT,
                OTHER_SCALE,
                UNEQUAL_ROWS,
            ),
        ),
        Check(
            "uneven",
            N_("Pieces of different sizes"),
            points=2,
            judge=judge_uneven,
            mistakes=(
                WHOLE_BATCH,
                OTHER_STEPS,
                STALE_GRADIENT,
                OTHER_SCALE,
                UNEQUAL_ROWS,
            ),
            needs=("update",),
        ),
        Check(
            "halving",
            N_("The batch size is halved until it fits"),
            points=2,
            judge=judge_halving,
            mistakes=(UNCAUGHT, OTHER_SIZE),
        ),
        Check(
            "errors",
            N_("Errors that no smaller size cures come through"),
            points=1,
            judge=judge_errors,
            mistakes=(ERROR_LOST,),
            needs=("halving",),
        ),
    ),
)
