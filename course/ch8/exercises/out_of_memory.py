"""`out-of-memory`: a large batch in small pieces, and the largest batch that fits."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.ch8.harness._memory import digest
from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake, Unfit
from course.i18n import N_

STEP = "accumulated_step"
SEARCH = "largest_batch_size"
LABELS = 3
LENGTH = 5
SHARED = 8
OUTCOMES = ("fits", "memory", "memory-too", "other")
"""What can come of a size: it fits, or one of three errors."""


def draw(rng: Random) -> Draw:
    """Draw a batch that `pieces` divides evenly, a batch that it does not, and searches that end with a size or with an error."""
    draws = np.random.default_rng(rng.getrandbits(64))
    pieces = rng.choice([4, 5])
    size = rng.choice([3, 4])
    largest = 2 ** rng.choice([5, 6])
    some = largest // 2 ** rng.choice([2, 3, 4])
    halving = {
        "all": Search(largest, largest, ("memory",)),
        "some": Search(largest, rng.randrange(some, 2 * some), ("memory",)),
        "one": Search(largest, 1, ("memory-too",)),
    }
    failing = {
        "none": Search(largest, 0, ("memory",)),
        "other": Search(largest, 0, ("other",)),
        "other-later": Search(largest, 0, ("memory", "other")),
    }
    return Draw(
        {
            # gradients from before the call are the concern of one check alone
            "even": {**step(draws, pieces * size, pieces), "stale": rng.uniform(0.5, 1.0)},
            "uneven": {**step(draws, pieces * size - 1, pieces), "stale": 0.0},
            "halving": {name: covered(search, rng) for name, search in halving.items()},
            "failing": {name: covered(search, rng) for name, search in failing.items()},
        },
        {"halving": halving, "failing": failing},
    )


@dataclass(frozen=True)
class Search:
    """What is to come of the sizes in one search.

    Attributes:
        largest: the first size.
        fits: the largest size that fits.
        errors: the kinds of errors that sizes above it raise: the first one above half of the first size, the last one below.
    """

    largest: int
    fits: int
    errors: tuple[str, ...]

    def outcome(self, size: int) -> str:
        if size <= self.fits:
            return "fits"
        return self.errors[0 if 2 * size > self.largest else -1]


def covered(search: Search, rng: Random) -> dict[str, Any]:
    """A search as the harness has it: what comes of a size is found by a digest of this size, among others that mean nothing."""
    salt = random_word(rng)
    words: dict[str, list[str]] = {outcome: [] for outcome in OUTCOMES}
    for size in range(search.largest + 1):
        words[search.outcome(size)].append(digest(salt, size))
    for each in words.values():
        each += [random_word(rng) for _ in range(search.largest + 1 - len(each))]
        each.sort()
    return {"batch_size": search.largest, "salt": salt, "outcomes": words}


def random_word(rng: Random) -> str:
    return f"{rng.getrandbits(64):016x}"


def step(draws: np.random.Generator, rows: int, pieces: int) -> dict[str, Any]:
    """A table of logits and a batch. Each example begins with a token of its own, which shows how much the example counts in the update.

    The last token of the table is in no example: only a gradient from before the call can move it. A second weight, which is
    0, is added to the logits of every example, times a factor for each forward pass: its gradient tells which examples went
    through the model together.
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
        "noise": draws.uniform(0.5, 2.0, size=4 * rows).tolist(),
        "pieces": pieces,
        "learning_rate": float(draws.uniform(0.5, 1.0)),
    }


WHOLE_BATCH = Mistake(
    "whole-batch",
    N_(
        "Your `accumulated_step` passed {most} of the {rows} examples through the model in one forward pass. With {pieces} pieces there should never be more than {allowed}. How many examples has each piece, and does the model get a piece, and not the batch?"
    ),
    hint=1,
)
HELD_TOGETHER = Mistake(
    "held-together",
    N_(
        "Your `accumulated_step` passes the examples through the model in pieces, but {most} of the {rows} examples were in memory at once, between their forward pass and their backward pass. With {pieces} pieces there should never be more than {allowed}. Only the backward pass frees the activations of a piece: give each piece its backward pass before the next piece begins, instead of one for all of them at the end."
    ),
    hint=1,
)
BY_NAME = Mistake(
    "by-name",
    N_(
        "Your `accumulated_step` calls the PyTorch model with the whole dictionary as one argument: “{message}”. The model takes the tensors by name: `model(**piece)`."
    ),
    hint=0,
    error="TypeError",
    pattern="missing 2 required positional arguments: .*'labels'",
)
INCOMPLETE = Mistake(
    "incomplete",
    N_(
        "Your `accumulated_step` calls the model without one of the three tensors `input_ids`, `attention_mask` and `labels`. A piece has the same keys as the batch: divide each tensor of the batch, and give the model all parts of the piece."
    ),
    hint=0,
    error="TypeError",
    pattern="missing 1 required positional argument",
)
NO_GRAPH = Mistake(
    "no-graph",
    N_(
        "PyTorch cannot start a backward pass from the loss, because the loss is not connected to the weights: “{message}”. This happens where the loss was made a plain number with `item()`, or a new tensor, or was cut off with `detach()`, or where the forward pass ran under `torch.no_grad()`. Call `backward()` on the loss that the model returned, or on what you calculated from it."
    ),
    hint=0,
    error="RuntimeError|AttributeError",
    pattern="does not require grad|'float' object has no attribute 'backward'",
)
SLICES = Mistake(
    "slices",
    N_(
        "Your `accumulated_step` adds gradients of which at least one is no tensor: “{message}”. The gradient of an embedding is a `tf.IndexedSlices`. Make a tensor of it with `tf.convert_to_tensor` before you add it, or add the gradients to a `tf.Variable` with `assign_add`."
    ),
    hint=0,
    error="TypeError|ValueError",
    pattern="IndexedSlices",
)
UNSEEN = Mistake(
    "unseen",
    N_(
        "The update by your `accumulated_step` is right, but only {actual} of the {rows} examples went through the forward pass and the backward pass of the model that this function was given. Pass every example through this model, in pieces."
    ),
    hint=0,
)
OTHER_STEPS = Mistake(
    "other-steps",
    N_(
        "In your `accumulated_step` the optimizer took {steps} steps, but it should take exactly one for the batch, whatever the number of pieces. Each piece adds its gradient, and after the last piece the optimizer updates the weights once, with the gradients of all pieces."
    ),
    hint=1,
)
STALE_GRADIENT = Mistake(
    "stale-gradient",
    N_(
        "Your `accumulated_step` moved a weight that no example of the batch uses, by {moved}. The model still held a gradient from before the call, and PyTorch adds new gradients to those that are there. Clear the old gradients before the first piece."
    ),
    hint=1,
)
OTHER_SCALE = Mistake(
    "other-scale",
    N_(
        "The update by your `accumulated_step` is {factor} times the update of the whole batch, as if the learning rate had been multiplied by this number. The batch has {rows} examples in {pieces} pieces, and its loss is the mean over its examples. What do the losses of your pieces add up to, compared with this mean?"
    ),
    hint=2,
)
NO_GRADIENTS = Mistake(
    "no-gradients",
    N_(
        "None of the {rows} examples counts in the update by your `accumulated_step`: when the optimizer took its step, the gradients of all pieces were gone. Does your code clear them between the last piece and the optimizer step? Are the gradients that it adds up those that the optimizer gets?"
    ),
    hint=1,
)
GRADIENTS_LOST = Mistake(
    "gradients-lost",
    N_(
        "Only {actual} of the {rows} examples count in the update by your `accumulated_step`. That is no more than a single piece has. When the optimizer takes its step, the gradients of the other pieces are missing. Does your code clear the gradients at each piece, for example with `zero_grad`, or replace them instead of adding to them? Or does the optimizer take its step before the last piece has been processed?"
    ),
    hint=1,
)
EXAMPLES_LOST = Mistake(
    "examples-lost",
    N_(
        "Only {actual} of the {rows} examples count in the update by your `accumulated_step`. The others are in none of your pieces. Print where each of the {pieces} pieces begins and ends: does the last one end with the batch?"
    ),
    hint=0,
)
UNEQUAL_ROWS = Mistake(
    "unequal-rows",
    N_(
        "The examples do not count the same in the update by your `accumulated_step`. Each of the {rows} examples should count with the factor 1, but the factors go from {least} to {largest}. Check two things: does each of the {pieces} pieces count in proportion to the number of its examples, and is every example in exactly one piece?"
    ),
    hint=2,
)
UNCAUGHT = Mistake(
    "uncaught",
    N_(
        "At size {size} `try_step` ran out of memory, and your `largest_batch_size` passed this error on to its caller: `{error}`. It should try half of that size instead. Does your `except` catch this error, and is the call of `try_step` inside the `try` for every size?"
    ),
    hint=3,
)
NOT_WHOLE = Mistake(
    "not-whole",
    N_(
        "Your `largest_batch_size` tried the sizes `{actual}`, and not all of them are whole numbers: the operator `/` gives a float, even where nothing is left over. A batch has a whole number of examples, so halve the size with `//`."
    ),
    hint=0,
)
OTHER_SIZE = Mistake(
    "other-size",
    N_(
        "In this search the first size is {batch_size}, and only sizes up to {fits} fit into memory. So your `largest_batch_size` should try the sizes `{expected}` and return the last of them, but it tried `{actual}` and returned {returned}."
    ),
    hint=3,
    withheld=("fits",),
    veiled=N_(
        "In this search the first size is {batch_size}. Your `largest_batch_size` tried the sizes `{actual}` and returned {returned}. It should halve the size until one fits, and return the first one that does."
    ),
)
ERROR_LOST = Mistake(
    "error-lost",
    N_(
        "Your `largest_batch_size` did not pass this error on at once: `{error}`. It is not an out-of-memory error, so a smaller size does not help against it. Your function caught it, and the last size that it tried is {last}. A caller that gets a number back takes it for a size that works."
    ),
    hint=3,
)
LAST_ERROR_LOST = Mistake(
    "last-error-lost",
    N_(
        "Even size 1 ran out of memory, but your `largest_batch_size` did not pass this error on to its caller at once: `{error}`. After size 1 there is no smaller size to try, so raise the error again. The last size that your function tried is {last}. A caller that gets a number back takes it for a size that works."
    ),
    hint=3,
)
REPLACED = Mistake(
    "replaced",
    N_(
        "Even size 1 ran out of memory, and your `largest_batch_size` raised an error of its own, `{actual}`, in place of the error of `try_step`, `{error}`. The caller should get the error of `try_step`, which says what happened: raise that error again."
    ),
    hint=3,
)


STEP_MISTAKES = (
    BY_NAME,
    INCOMPLETE,
    NO_GRAPH,
    SLICES,
    WHOLE_BATCH,
    HELD_TOGETHER,
    UNSEEN,
    OTHER_STEPS,
    STALE_GRADIENT,
    OTHER_SCALE,
    NO_GRADIENTS,
    GRADIENTS_LOST,
    EXAMPLES_LOST,
    UNEQUAL_ROWS,
)


def whole_gradient(
    run: Any,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The gradient of the mean loss with respect to the table, how much each example contributes to it at its first token, and
    the gradient with respect to each example's logits."""
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
    return gradient, weights[:, 0] * errors, errors


def judge_step(run: Any, handed: Handed) -> Found | None:
    """One step, whose update is the whole batch's, with no more than a piece in each forward pass."""
    rows = len(run["batch"]["labels"])
    pieces = run["pieces"]
    allowed = -(-rows // pieces)
    changes = handed.integers("changes", of=STEP)
    most = int(max(changes, default=0))
    if not most <= allowed:
        return WHOLE_BATCH.found(most=most, rows=rows, pieces=pieces, allowed=allowed)
    steps = handed.integer("steps", of=STEP)
    if steps != 1:
        return OTHER_STEPS.found(steps=steps)
    table = run["table"].astype(np.float64)
    moved = table - handed.array("table", table.shape, of=STEP)
    update = moved / run["learning_rate"]
    gradient, parts, errors = whole_gradient(run)
    if np.allclose(update, gradient, rtol=0, atol=1e-5):
        return find_unseen(run, handed, errors)
    if abs(update[-1]).max() > 1e-3:
        return STALE_GRADIENT.found(moved=float(abs(moved[-1]).max()))
    own = update[run["batch"]["input_ids"][:, 0]]
    shares = (own * parts).sum(axis=1) / (parts**2).sum(axis=1)
    lost = abs(shares) < 1e-3
    if lost.any():
        kept = int(np.sum(~lost))
        if not kept:
            return NO_GRADIENTS.found(rows=rows)
        mistake = GRADIENTS_LOST if kept <= allowed else EXAMPLES_LOST
        return mistake.found(rows=rows, pieces=pieces, actual=kept)
    if np.ptp(shares) < 1e-3:
        return OTHER_SCALE.found(factor=shown(shares.mean()), rows=rows, pieces=pieces)
    return UNEQUAL_ROWS.found(
        rows=rows,
        pieces=pieces,
        least=shown(shares.min()),
        largest=shown(shares.max()),
    )


def find_unseen(run: Any, handed: Handed, errors: NDArray[np.float64]) -> Found | None:
    """Find an example without a backward pass, or a backward pass on more than one piece. Without this check, a right update would prove nothing.

    Args:
        errors: the gradient with respect to each example's logits.

    Raises:
        Implausible: other examples went through the model together than the harness noted.
    """
    rows = len(run["batch"]["labels"])
    pieces = run["pieces"]
    seen = Handed(handed.mapping("seen", of=STEP))
    noted = [seen.integers(each, of=STEP) for each in seen.values]
    passes = [each[1:] for each in noted]
    allowed = -(-rows // pieces)
    most = max(map(len, passes), default=0)
    if most > allowed:
        return WHOLE_BATCH.found(most=most, rows=rows, pieces=pieces, allowed=allowed)
    different = {row for each in passes for row in each}
    if different != {*range(rows)}:
        return UNSEEN.found(rows=rows, actual=len(different & {*range(rows)}))
    of_token = {int(row[0]): error for row, error in zip(run["batch"]["input_ids"], errors, strict=True)}
    noise = run["noise"]
    expected = np.zeros(LABELS)
    for number, *tokens in noted:
        expected += noise[number % len(noise)] * sum(of_token[token] for token in tokens)
    together = -handed.array("shift", (LABELS,), of=STEP) / run["learning_rate"]
    if not np.allclose(together, expected, rtol=0, atol=1e-5):
        raise Implausible(STEP, str(expected.round(4).tolist()), str(together.round(4).tolist()))
    return None


def judge_update(draw: Draw, handed: Handed) -> Found | None:
    """A batch that the number of pieces divides. No more than a piece is in memory."""
    run = draw.given["even"]
    rows = len(run["batch"]["labels"])
    allowed = -(-rows // run["pieces"])
    changes = handed.integers("changes", of=STEP)
    most = int(max(np.cumsum(changes), default=0))
    if max(changes, default=0) <= allowed < most:
        return HELD_TOGETHER.found(most=most, rows=rows, pieces=run["pieces"], allowed=allowed)
    return judge_step(run, handed)


def judge_uneven(draw: Draw, handed: Handed) -> Found | None:
    """A batch that the number of pieces does not divide."""
    return judge_step(draw.given["uneven"], handed)


def halves(size: int, fits: int) -> list[int]:
    """The sizes to try, down to one that fits, or to 1."""
    sizes = [size]
    while sizes[-1] > max(fits, 1):
        sizes.append(sizes[-1] // 2)
    return sizes


def judge_halving(draw: Draw, handed: Handed) -> Found | None:
    """Each half is tried until one fits, and that one is returned."""
    for name, search in draw.kept["halving"].items():
        ran = Handed(handed.mapping(name, of=SEARCH))
        tried = ran.values.get("sizes")
        if isinstance(tried, list) and any(isinstance(each, float) for each in tried):
            return NOT_WHOLE.found(actual=listed(tried))
        sizes = ran.integers("sizes", of=SEARCH)
        if ran.truth("passed_on", of=SEARCH) or ran.text("replaced", of=SEARCH):
            return UNCAUGHT.found(
                size=sizes[-1] if sizes else search.largest,
                error=ran.text("error", of=SEARCH),
            )
        if ran.values.get("returned") is None:
            raise Unfit(SEARCH, "int", "None")
        returned = ran.number("returned", of=SEARCH)
        expected = halves(search.largest, search.fits)
        if sizes != expected or returned != expected[-1]:
            return OTHER_SIZE.found(
                batch_size=search.largest,
                fits=search.fits,
                expected=str(expected),
                actual=listed(sizes),
                returned=shown(returned),
            )
    return None


def judge_errors(draw: Draw, handed: Handed) -> Found | None:
    """An error against which no smaller size helps ends the search, and is passed on."""
    for name, search in draw.kept["failing"].items():
        ran = Handed(handed.mapping(name, of=SEARCH))
        # which sizes are tried is another check's concern
        sizes = numbers(ran)
        goes_on = [search.outcome(ceil(size)) == "memory" and size > 1 for size in sizes]
        at_once = bool(sizes) and all(goes_on[:-1]) and not goes_on[-1]
        if not at_once or not ran.truth("passed_on", of=SEARCH):
            error = ran.text("error", of=SEARCH)
            replaced = ran.text("replaced", of=SEARCH)
            if replaced and "other" not in search.errors:
                return REPLACED.found(actual=replaced, error=error)
            last = shown(sizes[-1]) if sizes else 0
            if "other" in search.errors:
                return ERROR_LOST.found(error=error, last=last)
            return LAST_ERROR_LOST.found(error=error, last=last)
    return None


def numbers(ran: Handed) -> list[float]:
    """The sizes that were tried, of which some may not be whole. Raises Unfit."""
    sizes = ran.values.get("sizes")
    if isinstance(sizes, list) and sizes:
        return [float(size) for size in ran.array("sizes", (len(sizes),), of=SEARCH)]
    return [float(size) for size in ran.integers("sizes", of=SEARCH)]


def listed(sizes: Sequence[Any]) -> str:
    """The sizes as they are told to the learner: of many, the first ones and the last."""
    if len(sizes) <= 9:
        return str(sizes)
    return f"{str(sizes[:7])[:-1]}, ..., {sizes[-1]}]"


def shown(value: float) -> float:
    """A number with the digits that are told to the learner, so that a whole one is told as such."""
    return round(float(value), 3)


EXERCISE = Exercise(
    name="out-of-memory",
    title=N_("A batch that does not fit into memory"),
    settings=("tf", "pt"),
    task=(
        N_(
            "The memory of a GPU holds the weights of the model, their gradients, the optimizer state, and the "
            "activations: what the forward pass keeps for the backward pass. The activations grow with the batch size. "
            "So when GPU memory runs out, you make the batch smaller."
        ),
        N_(
            "Write `accumulated_step(model, optimizer, batch, pieces)`, a step with gradient accumulation. It divides the batch, a dictionary of tensors, into `pieces` pieces, passes one piece after another through the model, and takes one optimizer step, the same as the step with the mean loss of the whole batch. Every example counts the same, even if the pieces differ in size. Each piece goes through its forward pass and its backward pass before the next piece begins. So memory never holds the activations of more examples than one piece has: the number of examples divided by `pieces`, rounded up. You may also use more pieces that are smaller."
        ),
        N_(
            "In PyTorch, `model(**piece)` returns an object whose `loss` is the mean over the examples of the piece. Gradients that were there before your function was called must not change the step. In TensorFlow, `model(piece)` returns an object whose `loss` holds the loss of each example, and the gradient of the embeddings is a `tf.IndexedSlices`, which `tf.convert_to_tensor` turns into a tensor."
        ),
        N_(
            "Then write `largest_batch_size(try_step, batch_size)`. It calls `try_step(batch_size)`, which runs a training step with a batch of this size. The batch size is a power of two. Each time this step runs out of memory, your function halves the batch size and tries again. It returns the first size that fits, an int. If even size 1 runs out of memory, or if `try_step` raises any other error, your function passes this error on to its caller at once. A step that runs out of memory raises `torch.OutOfMemoryError` in PyTorch, on some devices a `RuntimeError` with “out of memory” in its text, and `tf.errors.ResourceExhaustedError` in TensorFlow."
        ),
    ),
    hints=(
        N_(
            "`accumulated_step` has these parts: forward pass, backward pass, optimizer step, the loop over the pieces and, in PyTorch, setting the gradients to zero. Put them in order: which of them are inside the loop?"
        ),
        N_(
            "In `accumulated_step`, the loss of the batch is the mean over its examples. What does each piece contribute to this mean? A piece of 3 examples out of 11 contributes 3/11 of its own mean loss: multiply this loss by 3/11 before its backward pass."
        ),
        N_(
            "In `largest_batch_size`, call `try_step` in a loop, inside a `try`. After an out-of-memory error at a size above 1, halve the size and go on with the loop. In every other case, a `raise` with nothing after it passes on the error that was just caught."
        ),
    ),
    solved=N_(
        "You can now train on batches that do not fit into memory at once, with the same update, and find the largest batch that does fit."
    ),
    draw=draw,
    checks=(
        Check(
            "update",
            N_("One step, equal to that of the whole batch"),
            points=2,
            judge=judge_update,
            mistakes=STEP_MISTAKES,
        ),
        Check(
            "uneven",
            N_("The step is the same even if the pieces differ in size"),
            points=2,
            judge=judge_uneven,
            mistakes=STEP_MISTAKES,
            needs=("update",),
            hint=2,
        ),
        Check(
            "halving",
            N_("The batch size is halved until it fits"),
            points=2,
            judge=judge_halving,
            mistakes=(NOT_WHOLE, UNCAUGHT, OTHER_SIZE),
            hint=3,
        ),
        Check(
            "errors",
            N_("An error that a smaller batch cannot prevent is passed on to the caller"),
            points=1,
            judge=judge_errors,
            mistakes=(ERROR_LOST, LAST_ERROR_LOST, REPLACED),
            needs=("halving",),
            hint=3,
        ),
    ),
)
