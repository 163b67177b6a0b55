"""What the watch works out of plain arrays: where tokens end, which targets are out of reach, and what depends on a later input."""

import numpy as np
import pytest

from course.diagnosis.facts import Future
from course.diagnosis.watching.future import compare, next_axis
from course.diagnosis.watching.gather import places_of_answers
from course.diagnosis.watching.reach import beyond

LEFT, RIGHT = [[0, 0, 0, 1, 1, 1, 1, 1]] * 4, [[1, 1, 1, 1, 1, 0, 0, 0]] * 4
JOINED = [[1, 1, 0, 0, 1, 1, 1, 0]] * 4
"""A question and a context, each with its padding."""


@pytest.mark.parametrize(
    ("mask", "ends", "beyond"),
    [
        (RIGHT, [2, 3, 4, 4], 0),
        (RIGHT, [5, 12, 30, 2], 3),
        (LEFT, [5, 6, 7, 7], 0),
        (JOINED, [4, 5, 6, 6], 0),
        # no answer
        (RIGHT, [8, 8, 8, 2], 0),
    ],
)
def test_answers_behind_the_last_token_are_counted(mask: list[list[int]], ends: list[int], beyond: int) -> None:
    inputs = {"start_positions": np.array(ends), "end_positions": np.array(ends)}
    ids = np.ones((4, 8), int)
    assert places_of_answers(inputs, ids, np.array(mask)) == (4, beyond)


@pytest.mark.parametrize(
    ("activation", "targets", "share"),
    [
        ("sigmoid", [-2.0, 0.5, 3.0, 1.0], 0.5),
        ("tanh", [-0.9, 0.5, 0.9, 1.04], 0.0),
        ("relu", [-2.0, -1.0, 3.0, 100.0], 0.5),
        ("linear", [-2.0, 0.5, 3.0, 1.0], 0.0),
        # one value that stands for a target that is missing
        ("relu", [-1.0, 0.5, -1.0, 4.0], 0.0),
    ],
)
def test_targets_that_an_activation_cannot_return_are_counted(
    activation: str, targets: list[float], share: float
) -> None:
    assert beyond(activation, np.array(targets)) == share


ROWS = np.arange(24).reshape(4, 6) ** 2 % 17


def test_the_axis_along_which_the_next_input_is_the_target_is_found() -> None:
    assert next_axis(ROWS[:, :-1], ROWS[:, 1:]) == 1
    assert next_axis(ROWS.T[:-1], ROWS.T[1:]) == 0
    # a loss gets all places one after the other
    assert next_axis(ROWS[:, :-1], ROWS[:, 1:].reshape(-1)) == 1
    assert next_axis(ROWS, ROWS) is None
    assert next_axis(ROWS[:, 1:], ROWS[:, :-1]) is None


def test_what_depends_on_a_later_input_is_told_from_what_is_drawn_anew() -> None:
    def sums(name: str, ids: np.ndarray) -> np.ndarray:
        return ids.cumsum(axis=1)[..., None] / 10

    def whole(name: str, ids: np.ndarray) -> np.ndarray:
        return np.repeat(ids.sum(axis=1), ids.shape[1]).reshape(*ids.shape, 1) / 10

    rng = np.random.default_rng(0)
    assert compare(sums, "x", ROWS, 1) == Future(5, 0)
    assert compare(whole, "x", ROWS, 1) == Future(5, 5)
    # the outputs of all places one after the other, and the places first
    assert compare(lambda name, ids: whole(name, ids).reshape(-1, 1), "x", ROWS, 1) == Future(5, 5)
    assert compare(lambda name, ids: sums(name, ids.T).swapaxes(0, 1), "x", ROWS.T, 0) == Future(5, 0)
    assert compare(lambda name, ids: sums(name, ids) + rng.normal(size=(4, 6, 1)), "x", ROWS, 1) is None
