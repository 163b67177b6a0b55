"""A data set that a small model learns in a few steps: the first word of each example tells its label, and the other words tell nothing."""

from itertools import cycle
from random import Random

import numpy as np
from numpy.typing import NDArray

LABELS = 3
WORDS = range(10, 60)
FILLING = 30
"""`WORDS` are the ids of all words; `FILLING` is the number of words that tell nothing about a label."""
TELLING = 15
"""The number of words that tell a label: too many for a model to be right about most of them by chance."""


def rows(rng: Random, count: int) -> tuple[list[list[int]], NDArray[np.int64]]:
    """Draw examples of 4 to 9 word ids, no two of them alike, and their labels, equally frequent. The words that tell a label are drawn, too.

    The words that tell the same label take turns, so that each of them is frequent enough in any number of first examples.
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
    """Whether logits can be those of a model that reads its inputs: finite, small enough to compare losses, and not all the same."""
    sound = np.isfinite(logits).all() and np.abs(logits).max() < 100
    return bool(sound and logits.std(axis=0).min() > 0.01)


def cross_entropy(logits: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """The mean cross-entropy, in nats, of logits (examples x labels)."""
    highest = logits.max(axis=1, keepdims=True)
    spread = np.log(np.exp(logits - highest).sum(axis=1))
    chosen = (logits - highest)[np.arange(len(labels)), labels]
    return float((spread - chosen).mean())
