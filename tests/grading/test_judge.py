"""Verdicts on what is handed over, whatever that is."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from toy.exercises.largest_error import EXERCISE as TOY

from course.contents import exercises
from course.exercise import Check, Draw, Exercise, Handed, Mistake, Other, Unfit
from course.grading.judge import verdicts
from course.grading.running.run import Outcome
from course.grading.running.wire import encode


def test_a_judge_that_falls_over_gives_no_points() -> None:
    one = Check("one", "one", 1, lambda draw, handed: 1 / 0, ())
    (found,) = verdicts(replace(TOY, checks=(one,)), Draw({}), Outcome({"one": Handed({})}))
    assert (found.points, found.mistake) == (0, "garbled")


def test_a_check_after_one_that_it_needs_can_only_pass() -> None:
    mistake = Mistake("wrong", "It is wrong.")
    one = Check("one", "one", 1, lambda draw, handed: mistake.found(), (mistake,))
    two = Check("two", "two", 2, lambda draw, handed: mistake.found(), (mistake,), needs=("one",))
    three = Check("three", "three", 3, lambda draw, handed: None, (), needs=("one", "two"))
    four = Check("four", "four", 4, lambda draw, handed: None, ())
    exercise = replace(TOY, checks=(one, two, three, four))
    ran = Outcome({name: Handed({}) for name in ("one", "two", "three")})
    found = verdicts(exercise, Draw({}), ran)
    assert [(each.state, each.points) for each in found] == [
        ("failed", 0),
        ("waiting", 0),
        ("passed", 3),
        ("failed", 0),
    ]
    assert found[1].waits_for == "one"
    assert found[3].mistake == "garbled"


def test_a_message_shows_the_numbers_of_numpy() -> None:
    data = Mistake("wrong", "{count} are wrong.").found(count=np.int64(3), share=np.float32(0.5)).data
    assert [type(each) for each in data.values()] == [int, float]


STRANGE = (
    None,
    "x",
    [],
    {},
    {"accuracy": {}},
    np.zeros((2, 2)),
    np.array("a"),
    Other("X"),
    float("nan"),
    True,
    -1,
    [[]],
)


@pytest.mark.parametrize("exercise", (*exercises(), TOY), ids=lambda exercise: exercise.name)
def test_no_judge_falls_over_what_is_handed_over(exercise: Exercise) -> None:
    """A judge finds a mistake in anything strange, or refuses it as unfit."""
    draw = exercise.draw(Random(0))

    class Any(dict):  # type: ignore[type-arg]
        def __init__(self, value: object) -> None:
            super().__init__()
            self.value = value

        def get(self, name: str, default: object = None) -> object:
            return self.value

        __getitem__ = get

    for one in exercise.checks:
        for values in (*({"x": strange} for strange in STRANGE), *(Any(strange) for strange in STRANGE)):
            try:
                assert one.judge(draw, Handed(values)) is not None
            except Unfit:
                continue


@pytest.mark.parametrize("exercise", (*exercises(), TOY), ids=lambda exercise: exercise.name)
def test_a_draw_is_its_seeds_alone_and_can_be_handed_over(exercise: Exercise) -> None:
    assert encode(exercise.draw(Random(5)).given) == encode(exercise.draw(Random(5)).given)
    assert encode(exercise.draw(Random(5)).given) != encode(exercise.draw(Random(6)).given)
    assert "kind" not in encode(exercise.draw(Random(5)).given)
