"""Every right answer gets full points, and every wrong one the feedback meant for it."""

from collections.abc import Iterator, Sequence

import pytest
from support.marks import NEWEST

from course.audit.answers import Children, answer_complaints
from course.contents import exercises
from course.exercise import Exercise, Setting

# those for PyTorch run where readers on Colab are, and once is enough
# a minute each with TensorFlow; their solutions run in every test of the grader
LONG = ("keras-loss", "learning-rate", "nan-detective", "overfit-one-batch", "right-loss")
HERE = [
    pytest.param(
        exercise,
        setting,
        id=f"{exercise.name}-{setting}",
        marks=[pytest.mark.release] if setting == "tf" and exercise.name in LONG else NEWEST[setting],
    )
    for exercise in exercises()
    for setting in exercise.settings
]


@pytest.fixture(scope="module")
def alive() -> Iterator[Children]:
    with Children(exercises()) as children:
        yield children


EVERYWHERE = [
    pytest.param(exercise, setting, id=f"{exercise.name}-{setting}")
    for exercise in exercises()
    for setting in exercise.settings
]
DRAWS = 20
AT_ONCE = 5
"""The draws that a process sees: TensorFlow gives the memory of a large model back only when its process ends."""


@pytest.mark.parametrize(("exercise", "setting"), HERE)
def test_answers_get_what_is_meant_for_them(alive: Children, exercise: Exercise, setting: Setting) -> None:
    assert complaints(alive, exercise, setting, range(1)) == []


@pytest.mark.draws
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("first", range(1, 1 + DRAWS, AT_ONCE))
@pytest.mark.parametrize(("exercise", "setting"), EVERYWHERE)
def test_answers_get_what_is_meant_for_them_whatever_is_drawn(exercise: Exercise, setting: Setting, first: int) -> None:
    # one process for TensorFlow and another for PyTorch would need the memory of both
    with Children([exercise]) as alive:
        assert complaints(alive, exercise, setting, range(first, first + AT_ONCE)) == []


def complaints(alive: Children, exercise: Exercise, setting: Setting, seeds: Sequence[int]) -> list[str]:
    found = answer_complaints(exercise, setting, alive, seeds)
    return [f"{complaint.where}: {complaint.sentence('en')}" for complaint in found]
