"""What a check found, as a terminal shows it."""

from pathlib import Path

from support.screen import Person

from course.contents import find_exercise
from course.exercise import Exercise, Verdict
from course.grading.check import Checked
from course.grading.running.run import Outcome
from course.terminal.verdicts import LAST_LINES, show


def shown(exercise: Exercise, lines: int) -> str:
    """An answer that printed so many lines, as it is shown."""
    output = "".join(f"step {number} of {lines}\n" for number in range(1, lines + 1))
    verdicts = [Verdict(check.name, "passed", check.points) for check in exercise.checks]
    person = Person([])
    show(person, Checked(exercise, exercise.settings[0], 0, verdicts, Outcome(output=output)), Path("answer.py"))
    return person.text


def test_of_a_case_the_end_of_its_training_log_is_shown_and_of_an_exercise_all_that_it_printed() -> None:
    case, exercise = find_exercise("case-no-loss"), find_exercise("know-your-data")
    said = shown(case, 40)
    assert said.count(" of 40") == LAST_LINES
    assert "step 40 of 40" in said
    assert shown(case, LAST_LINES).count(f" of {LAST_LINES}\n") == LAST_LINES
    assert shown(exercise, 40).count(" of 40\n") == 40
