"""Every right answer gets full points, and every wrong one the feedback meant for it, on several draws."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from course.exercise import Exercise, Setting
from course.exercises import exercises, solution, starter
from course.grading.check import Checked, check
from course.grading.feedback import sentence
from course.grading.process import Child
from course.i18n import LANGUAGES

SUBMISSIONS = Path(__file__).parent / "submissions"
SEEDS = (1, 2, 3)
HERE = [(exercise, setting) for exercise in exercises() for setting in exercise.settings]


def answers(exercise: Exercise, setting: Setting, kind: str) -> list[Path]:
    directory = SUBMISSIONS / exercise.chapter / exercise.file_name(setting).removesuffix(".py")
    return sorted((directory / kind).glob("*.py"))


def mark(setting: Setting) -> list[pytest.MarkDecorator]:
    return [] if setting == "plain" else [getattr(pytest.mark, setting)]


def cases(kind: str) -> list[object]:
    found = []
    for exercise, setting in HERE:
        for path in answers(exercise, setting, kind):
            where = f"{exercise.name}-{setting}-{path.stem}"
            found.append(pytest.param(exercise, setting, path, id=where, marks=mark(setting)))
    return found


@pytest.fixture(scope="module")
def children() -> Iterator[dict[Setting, Child]]:
    """One process per setting, for answers that are all ours."""
    started: dict[Setting, Child] = {}
    yield started
    for child in started.values():
        child.close()


def checked(children: dict[Setting, Child], exercise: Exercise, setting: Setting, path: Path, seed: int) -> Checked:
    if setting not in children or not children[setting].alive:
        children[setting] = Child(setting, *(each for each, where in HERE if where == setting))
    return check(exercise, path.read_text(encoding="utf-8"), str(path), children[setting], seed)


def meant_for(exercise: Exercise, name: str) -> set[str]:
    declared = {mistake.name for one in exercise.checks for mistake in one.mistakes if name in mistake.wrong}
    return declared | ({exercise.other[name]} if name in exercise.other else set())


@pytest.mark.parametrize(("exercise", "setting", "path"), cases("right"))
def test_a_right_answer_gets_full_points(children, exercise, setting, path):
    for seed in SEEDS:
        found = checked(children, exercise, setting, path, seed)
        assert found.passed, (found.verdicts, found.ran.noise)
        assert found.points == exercise.points


@pytest.mark.parametrize(("exercise", "setting", "path"), cases("wrong"))
def test_a_wrong_answer_gets_the_feedback_meant_for_it(children, exercise, setting, path):
    (meant,) = meant_for(exercise, path.stem)
    for seed in SEEDS:
        found = checked(children, exercise, setting, path, seed)
        first = next(verdict for verdict in found.verdicts if verdict.state == "failed")
        assert first.mistake == meant, (found.verdicts, found.ran.noise)
        assert found.points < exercise.points
        for language in LANGUAGES:
            assert "…" not in sentence(exercise, first, language), first


@pytest.mark.parametrize(
    ("exercise", "setting"),
    [pytest.param(*each, id=f"{each[0].name}-{each[1]}", marks=mark(each[1])) for each in HERE],
)
def test_solution_and_starter(children, exercise, setting):
    found = checked(children, exercise, setting, solution(exercise, setting), 4)
    assert found.passed, (found.verdicts, found.ran.noise)
    found = checked(children, exercise, setting, starter(exercise, setting), 4)
    assert found.verdicts[0].mistake == "not-started"
    assert found.points == 0


@pytest.mark.parametrize(
    ("exercise", "setting"), [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in HERE]
)
def test_there_are_enough_answers_and_each_is_declared(exercise, setting):
    wrong = {path.stem for path in answers(exercise, setting, "wrong")}
    assert len(answers(exercise, setting, "right")) >= 3
    assert len(wrong) >= 8
    for name in wrong:
        assert len(meant_for(exercise, name)) == 1, name


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_every_declared_answer_is_there(exercise):
    there = {path.stem for setting in exercise.settings for path in answers(exercise, setting, "wrong")}
    declared = {name for one in exercise.checks for mistake in one.mistakes for name in mistake.wrong}
    assert declared | set(exercise.other) == there
    for one in exercise.checks:
        for mistake in one.mistakes:
            assert mistake.wrong, mistake.name
