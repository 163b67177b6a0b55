"""The judge's own copy of the model in `harness/table.py`: its logits, with dropout and without."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from course.exercise import Handed, Unfit


def dropout(draws: np.random.Generator, tokens: int) -> NDArray[np.float64]:
    """The factors by which dropout multiplies the table: of each token's two numbers it removes one, always the same."""
    return np.asarray(np.eye(2)[draws.integers(2, size=tokens)])


def logits(table: NDArray[np.float64], ids: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """A row of two logits for each sentence; padding does not change them."""
    return np.array([table[each].sum(0) for each in ids])


def loss(rows: NDArray[np.float64], labels: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float64]:
    """The cross-entropy of each row of logits."""
    shifted = rows - rows.max(1, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return np.asarray(-logs[np.arange(len(labels)), labels])


def demand(handed: Handed, name: str, expected: NDArray[np.float64], of: str) -> None:
    """Check numbers that only the model itself, used correctly, computes. Raises Unfit."""
    actual = handed.array(name, expected.shape, of=of)
    off = ~(np.abs(actual - expected) < 1e-4)
    if off.any():
        place = off.argmax()
        raise Unfit(
            of,
            f"{expected.flat[place]:.4g}",
            f"{actual.flat[place]:.4g}",
        )
