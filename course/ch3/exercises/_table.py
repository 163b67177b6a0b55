"""The judge's own version of the model in `harness/_table.py`: it computes the logits, with dropout and without."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from course.exercise import Handed, Implausible, Mistake
from course.i18n import N_

CLOCKS = 5
"""The number of the clock's weights."""
TRIES = 1000
"""How many times labels are drawn for the same predictions, until those predictions are drawn again."""
BATCH_UNPACKED = Mistake(
    "batch-unpacked",
    N_(
        "Your code takes a batch apart as if it were a tuple: “{message}”. A batch is a dictionary with the keys `input_ids`, `attention_mask` and `labels`. Give your loop one variable, `batch`, and pass everything in it to the model: `model(**batch)`."
    ),
    hint=0,
    error="ValueError",
    pattern="values to unpack",
)


def dropout(draws: np.random.Generator, tokens: int) -> NDArray[np.float64]:
    """Draw the factors by which dropout multiplies the table: of the two numbers of each token it sets one to 0, always the same one."""
    return np.asarray(np.eye(2)[draws.integers(2, size=tokens)])


def logits(table: NDArray[np.float64], ids: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Return two logits for each sentence; padding does not change them."""
    return np.array([table[each].sum(0) for each in ids])


def loss(rows: NDArray[np.float64], labels: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the cross-entropy of each sentence."""
    shifted = rows - rows.max(1, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return np.asarray(-logs[np.arange(len(labels)), labels])


def demand(handed: Handed, name: str, expected: NDArray[np.float64], of: str) -> None:
    """Check that numbers are those that the model computes when it is used correctly. Raises Implausible."""
    actual = handed.array(name, expected.shape, of=of)
    off = ~(np.abs(actual - expected) < 1e-4)
    if off.any():
        place = off.argmax()
        raise Implausible(of, float(expected.flat[place]), float(actual.flat[place]))


def pulses(draws: np.random.Generator, states: int, passes: int, pulse: float) -> NDArray[np.float64]:
    """Draw the gradients of the clock: for each state of a pass, of each backward pass.

    That of the first weight is always the same, the others' are not, so that an optimizer moves these in its own way.
    """
    shape = (states, passes, CLOCKS)
    drawn = pulse * draws.uniform(0.3, 2, size=shape) * draws.choice((-1, 1), size=shape)
    drawn[:, :, 0] = pulse
    return np.asarray(drawn)


def scaled(handed: Handed, pulses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the gradients that the optimizer took, as noted, where clipping can have made them of those of the clock; else these."""
    noted = handed.values.get("scaled")
    if isinstance(noted, list) and len(noted) == len(pulses):
        try:
            taken = np.asarray(noted, dtype=np.float64)
        except (TypeError, ValueError):
            return pulses
        if taken.shape == pulses.shape and np.all((taken / pulses > 0) & (taken / pulses < 1.001)):
            return taken
    return pulses


def adamw(
    weights: NDArray[np.float64],
    gradients: NDArray[np.float64],
    rates: NDArray[np.float64],
    *,
    betas: tuple[float, float] = (0.9, 0.999),
    eps: float = 1e-8,
    decay: float = 0.0,
    amsgrad: bool = False,
) -> NDArray[np.float64]:
    """Return the weights after one step of AdamW for each gradient (Loshchilov and Hutter 2019, algorithm 2, as in PyTorch)."""
    mean = square = largest = np.zeros_like(weights)
    for step, (gradient, rate) in enumerate(zip(gradients, rates, strict=True), 1):
        mean = betas[0] * mean + (1 - betas[0]) * gradient
        square = betas[1] * square + (1 - betas[1]) * gradient**2
        largest = np.maximum(largest, square) if amsgrad else square
        scale = np.sqrt(largest / (1 - betas[1] ** step)) + eps
        weights = weights * (1 - rate * decay) - rate * mean / (1 - betas[0] ** step) / scale
    return weights
