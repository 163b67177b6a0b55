"""Whether a batch of `overfit-one-batch` can be learned shows in training, and in nothing that is simpler to look at."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from course.ch8.exercises.overfit_one_batch import STEPS, Trial, descent, draw, learned_after

CASES = [draw(Random(seed)).given for seed in range(60)]
DRAWS = [case["batches"] for case in CASES]
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


def test_a_model_with_frozen_embeddings_is_learned_or_not_as_they_stay_frozen() -> None:
    """Both could be learned if the embeddings were trained, too; in neither do examples with the same tokens differ in their labels."""
    for case in CASES:
        frozen = [trial for trial in case["as-found"] if trial["frozen"]]
        assert sorted(bool(learned_after(trial) <= STEPS) for trial in frozen) == [False, True]
        assert all(learned_after({**trial, "frozen": False}) <= STEPS for trial in frozen)
        assert all(is_consistent(trial) for trial in frozen)
