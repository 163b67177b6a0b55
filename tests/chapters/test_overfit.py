"""Whether a batch of `overfit-one-batch` can be learned shows in training, and in nothing that is simpler to look at."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from course.ch8.exercises.overfit_one_batch import STEPS, Trial, descent, draw, learned_after

DRAWS = [draw(Random(seed)).given["batches"] for seed in range(60)]
RULES: dict[str, Callable[[Trial], float]] = {
    "learning rate": lambda trial: trial["rate"],
    "first loss": lambda trial: next(descent(trial)),
    "both": lambda trial: trial["rate"] * next(descent(trial)),
    "size of the classifier": lambda trial: -float(np.linalg.norm(trial["classifier"])),
}


def is_consistent(trial: Trial) -> bool:
    """Whether no two examples with the same tokens have different labels."""
    batch = trial["batch"]
    pairs = {(tuple(row), label) for row, label in zip(batch["input_ids"].tolist(), batch["labels"], strict=True)}
    return len(pairs) == len({row for row, _ in pairs})


@pytest.mark.parametrize("rule", RULES)
def test_no_threshold_tells_what_can_be_learned(rule: str) -> None:
    """Even the best threshold, which nobody knows, is right about all batches of few draws."""
    values = [[(RULES[rule](trial), learned_after(trial) <= STEPS) for trial in trials] for trials in DRAWS]
    consistent = [[is_consistent(trial) for trial in trials] for trials in DRAWS]
    shares = []
    for threshold in sorted({value for each in values for value, _ in each}):
        right = [
            all((value > threshold and clean) == can for (value, can), clean in zip(each, kept, strict=True))
            for each, kept in zip(values, consistent, strict=True)
        ]
        shares.append(sum(right) / len(right))
    assert max(shares) < 0.2


def test_each_draw_has_batches_of_every_kind() -> None:
    for trials in DRAWS:
        outcomes = [(is_consistent(trial), learned_after(trial) <= STEPS) for trial in trials]
        assert {(True, True), (True, False), (False, False)} <= {*outcomes}
        assert (False, True) not in outcomes
