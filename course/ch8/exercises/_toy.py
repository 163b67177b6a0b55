"""A task that a small model learns in a few steps: the first word of each row gives its label away, the others do not."""

from itertools import cycle
from random import Random

import numpy as np
from numpy.typing import NDArray

LABELS = 3
WORDS = range(10, 60)
FILLING = 30
"""The ids of all words are `WORDS`; `FILLING` of them say nothing about a label."""
TELLING = 15
"""The number of words that tell a label: too many for a model to be right about most of them by chance."""


def rows(rng: Random, count: int) -> tuple[list[list[int]], NDArray[np.int64]]:
    """Rows of word ids (4 to 9 of them), no two alike, and their labels, as many of each. The words that tell are drawn.

    The words of a label take turns, so that a model meets each of them often enough in whatever number of first rows.
    """
    telling = rng.sample(WORDS, TELLING)
    others = [word for word in WORDS if word not in telling]
    filling = rng.sample(others, FILLING)
    labels = [place % LABELS for place in range(count)]
    rng.shuffle(labels)
    made: dict[tuple[int, ...], int] = {}
    turns = [cycle(telling[label::LABELS]) for label in range(LABELS)]
    for label in labels:
        first = next(turns[label])
        while True:
            words = [first, *rng.choices(filling, k=rng.randint(3, 8))]
            if tuple(words) not in made:
                made[tuple(words)] = label
                break
    return [list(words) for words in made], np.array(labels)


def differ(logits: NDArray[np.float64]) -> bool:
    """Whether logits are those of a model that reads its rows: of a size that losses can be compared by, and not all the same."""
    sound = np.isfinite(logits).all() and np.abs(logits).max() < 100
    return bool(sound and logits.std(axis=0).min() > 0.01)


def cross_entropy(logits: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """The mean loss in nats of logits (rows x labels)."""
    highest = logits.max(axis=1, keepdims=True)
    spread = np.log(np.exp(logits - highest).sum(axis=1))
    chosen = (logits - highest)[np.arange(len(labels)), labels]
    return float((spread - chosen).mean())
