"""The rules for exercises can be broken, and each says so."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from toy.exercises.largest_error import EXERCISE

from course.audit import exercises as rules
from course.audit.complaint import Complaint
from course.contents import exercises
from course.exercise import Exercise

MISTAKES = [mistake.name for check in EXERCISE.checks for mistake in check.mistakes]


def said(complaints: Sequence[Complaint]) -> list[str]:
    return [f"{complaint.where}: {complaint.sentence('en')}" for complaint in complaints]


def test_a_name_that_two_exercises_have_is_said() -> None:
    assert said([*rules.name_complaints(exercises())]) == []
    elsewhere = replace(EXERCISE, chapter="ch3")
    found = said([*rules.name_complaints([EXERCISE, elsewhere])])
    assert [sentence.partition(":")[0] for sentence in found] == ["largest-error", "largest_error.py"]


def test_a_file_name_that_two_exercises_have_is_said() -> None:
    both = [replace(EXERCISE, name="sum-pt"), replace(EXERCISE, name="sum", settings=("tf", "pt"))]
    assert [complaint.where for complaint in rules.name_complaints(both)] == ["sum_pt.py"]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory for wrong answers to the exercise without a framework, with one that makes every mistake."""
    monkeypatch.setattr(rules, "SUBMISSIONS", tmp_path)
    directory = tmp_path / EXERCISE.chapter / "largest_error" / "wrong"
    directory.mkdir(parents=True)
    (directory / "everything.py").write_text(f"# mistake: {', '.join(MISTAKES)}\n")
    return directory


def mistakes(exercise: Exercise = EXERCISE) -> list[str]:
    return said([*rules.mistake_complaints(exercise)])


def test_a_mistake_or_a_reason_of_a_failure_is_what_a_header_names(kept: Path) -> None:
    (kept / "raises.py").write_text("# mistake: raised\nraise ValueError\n")
    assert mistakes() == []


@pytest.mark.parametrize("text", ["", "x = 1\n# mistake: raised\n", "# mistake:\n", "# mistakes: raised\n"])
def test_a_wrong_answer_without_a_header_is_said(kept: Path, text: str) -> None:
    (kept / "silent.py").write_text(text)
    [complaint] = mistakes()
    assert complaint.startswith("largest_error.py/wrong/silent: ")


def test_a_header_that_names_no_mistake_of_the_exercise_is_said(kept: Path) -> None:
    (kept / "other.py").write_text("# mistake: raised, default-count\n")
    assert mistakes() == ["largest_error.py/wrong/other: The exercise has no mistake `default-count`."]


def test_a_mistake_that_no_answer_makes_is_said(kept: Path) -> None:
    (kept / "everything.py").write_text(f"# mistake: {', '.join(MISTAKES[1:])}\n")
    assert mistakes() == [f"largest-error/{MISTAKES[0]}: No wrong answer makes this mistake: write one."]
