"""Where the tokens of a row end, and which positions of answers lie behind them."""

import numpy as np
import pytest

from course.diagnosis.watching.gather import places_of_answers

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
