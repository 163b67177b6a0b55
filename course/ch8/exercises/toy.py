"""A task that a small model learns in a few steps: each row has one word that gives its label away, among others that do not."""

from random import Random

import numpy as np
from numpy.typing import NDArray

LABELS = 3
TELLING, FILLING = range(10, 10 + LABELS), range(20, 50)


def rows(
    rng: Random, count: int
) -> tuple[list[list[int]], NDArray[np.int64]]:
    """Rows of word ids (5 to 11 of them), no two alike, and their labels, as many of each."""
    labels = [place % LABELS for place in range(count)]
    rng.shuffle(labels)
    made: dict[tuple[int, ...], int] = {}
    for label in labels:
        while True:
            words = rng.choices(FILLING, k=rng.randint(4, 10))
            words.insert(rng.randint(0, len(words)), TELLING[label])
            if tuple(words) not in made:
                made[tuple(words)] = label
                break
    return [list(words) for words in made], np.array(labels)


def cross_entropy(
    logits: NDArray[np.float64], labels: NDArray[np.int64]
) -> float:
    """The mean loss in nats of logits (rows x labels)."""
    highest = logits.max(axis=1, keepdims=True)
    spread = np.log(np.exp(logits - highest).sum(axis=1))
    chosen = (logits - highest)[np.arange(len(labels)), labels]
    return float((spread - chosen).mean())
