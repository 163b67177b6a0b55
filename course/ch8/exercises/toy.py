"""A task that a small model learns in a few steps: each row has a word that gives its label away, among others that do not."""

from random import Random

import numpy as np
from numpy.typing import NDArray

LABELS = 3
WORDS, FILLING = range(10, 60), 30
"""The ids of all words, and how many of them tell nothing."""
TELLING = 4
"""How often a telling word stands in its row: so often that the model learns it from any draw."""


def rows(
    rng: Random, count: int
) -> tuple[list[list[int]], NDArray[np.int64]]:
    """Rows of word ids (7 to 12 of them), no two alike, and their labels, as many of each. Which words tell, is drawn."""
    telling = rng.sample(WORDS, LABELS)
    others = [word for word in WORDS if word not in telling]
    filling = rng.sample(others, FILLING)
    labels = [place % LABELS for place in range(count)]
    rng.shuffle(labels)
    made: dict[tuple[int, ...], int] = {}
    for label in labels:
        while True:
            words = rng.choices(filling, k=rng.randint(3, 8))
            for _ in range(TELLING):
                words.insert(rng.randint(0, len(words)), telling[label])
            if tuple(words) not in made:
                made[tuple(words)] = label
                break
    return [list(words) for words in made], np.array(labels)


def differ(logits: NDArray[np.float64]) -> bool:
    """Whether logits are those of a model that reads its rows: of a size that losses can be compared by, and not all the same."""
    sound = np.isfinite(logits).all() and np.abs(logits).max() < 100
    return bool(sound and logits.std(axis=0).min() > 0.01)


def cross_entropy(
    logits: NDArray[np.float64], labels: NDArray[np.int64]
) -> float:
    """The mean loss in nats of logits (rows x labels)."""
    highest = logits.max(axis=1, keepdims=True)
    spread = np.log(np.exp(logits - highest).sum(axis=1))
    chosen = (logits - highest)[np.arange(len(labels)), labels]
    return float((spread - chosen).mean())
