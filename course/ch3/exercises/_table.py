"""The judge's own version of the model in `harness/_table.py`: it computes the logits, with dropout and without."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from course.exercise import Handed, Implausible


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
        raise Implausible(
            of,
            f"{expected.flat[place]:.4g}",
            f"{actual.flat[place]:.4g}",
        )
