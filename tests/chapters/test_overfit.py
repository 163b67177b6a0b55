"""Whether a batch of `overfit-one-batch` can be learned shows in training, and in nothing that is simpler to look at."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

from course.ch8.exercises.overfit_one_batch import (
    NEAR,
    STEPS,
    Trial,
    descent,
    draw,
    judge_as_found,
    learned_after,
    losses,
    slope_of_classifier,
)
from course.exercise import Found, Handed

RULES: dict[str, Callable[[Trial], float]] = {
    "learning rate": lambda trial: trial["rate"],
    "first loss": lambda trial: next(descent(trial)),
    "both": lambda trial: trial["rate"] * next(descent(trial)),
    "size of the classifier": lambda trial: -float(np.linalg.norm(trial["classifier"])),
}


@pytest.fixture(scope="module")
def cases() -> list[Mapping[str, Any]]:
    return [draw(Random(seed)).given for seed in range(30)]


@pytest.fixture(scope="module")
def draws(cases: list[Mapping[str, Any]]) -> list[list[Trial]]:
    return [case["batches"] for case in cases]


@pytest.fixture(scope="module")
def learned(draws: list[list[Trial]]) -> list[list[bool]]:
    """Whether each batch can be learned in time."""
    return [[bool(learned_after(trial) <= STEPS) for trial in trials] for trials in draws]


def is_consistent(trial: Trial) -> bool:
    """Whether no two examples with the same tokens have different labels."""
    batch = trial["batch"]
    pairs = {(tuple(row), label) for row, label in zip(batch["input_ids"].tolist(), batch["labels"], strict=True)}
    return len(pairs) == len({row for row, _ in pairs})


@pytest.mark.parametrize("rule", RULES)
def test_no_threshold_tells_what_can_be_learned(rule: str, draws: list[list[Trial]], learned: list[list[bool]]) -> None:
    """Even the best threshold, which nobody knows, is right about all batches of few draws."""
    values = [
        [(RULES[rule](trial), can) for trial, can in zip(trials, each, strict=True)]
        for trials, each in zip(draws, learned, strict=True)
    ]
    consistent = [[is_consistent(trial) for trial in trials] for trials in draws]
    shares = []
    for threshold in sorted({value for each in values for value, _ in each}):
        right = [
            all((value > threshold and clean) == can for (value, can), clean in zip(each, kept, strict=True))
            for each, kept in zip(values, consistent, strict=True)
        ]
        shares.append(sum(right) / len(right))
    assert max(shares) < 0.2


def test_each_draw_has_batches_of_every_kind(draws: list[list[Trial]], learned: list[list[bool]]) -> None:
    for trials, each in zip(draws, learned, strict=True):
        outcomes = [(is_consistent(trial), can) for trial, can in zip(trials, each, strict=True)]
        assert {(True, True), (True, False), (False, False)} <= {*outcomes}
        assert (False, True) not in outcomes


def test_a_model_with_frozen_embeddings_is_learned_or_not_as_they_stay_frozen(cases: list[Mapping[str, Any]]) -> None:
    """Both could be learned if the embeddings were trained, too; in neither do examples with the same tokens differ in their labels."""
    for trials in [case[check] for case in cases for check in ("learning-rates", "as-found")]:
        frozen = [trial for trial in trials if trial["frozen"]]
        assert sorted(bool(learned_after(trial) <= STEPS) for trial in frozen) == [False, True]
        assert all(learned_after({**trial, "frozen": False}) <= STEPS for trial in frozen)
        assert all(is_consistent(trial) for trial in frozen)


def test_each_draw_has_a_loss_that_rises_again(draws: list[list[Trial]]) -> None:
    for trials in draws:
        curves = [losses(trial) for trial in trials if trial["decay"]]
        assert [min(curve) < NEAR < curve[-1] for curve in curves] == [True]


def left_as_found(classifier: Callable[[Trial], object]) -> Found | None:
    """Judge an answer that says of each model that it cannot learn, and leaves it as it was.

    Args:
        classifier: gives the classifier of a model after its first change in the call.
    """
    case = draw(Random(0))
    handed = {
        str(place): {
            "verdict": False,
            "embeddings": trial["embeddings"],
            "classifier": trial["classifier"],
            "moved classifier": classifier(trial),
            "trainable embeddings": not trial["frozen"],
            "trainable classifier": True,
        }
        for place, trial in enumerate(case.given["as-found"])
    }
    return judge_as_found(case, Handed(handed))


def test_a_wrong_verdict_alone_is_not_a_change_of_the_model() -> None:
    assert left_as_found(lambda trial: trial["classifier"] - 0.1 * slope_of_classifier(trial)) is None
    # Adam
    assert left_as_found(lambda trial: trial["classifier"] - 0.1 * np.sign(slope_of_classifier(trial))) is None


def test_a_model_that_was_not_trained_is_not_one_that_was_left_as_it_was() -> None:
    assert left_as_found(lambda trial: None) is not None
    assert left_as_found(lambda trial: trial["classifier"]) is not None
    assert left_as_found(lambda trial: -trial["classifier"]) is not None
