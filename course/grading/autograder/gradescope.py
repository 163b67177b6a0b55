"""Gradescope's autograder: `python -m course.grading.autograder.gradescope DIRECTORY`, in the container that Gradescope starts.

The directory is laid out as `/autograder` is there: `source/settings.json` names the exercise, `submission/` is what the
student handed in, and the feedback goes to `results/results.json`. `run_autograder` has put a file there that says that the
grader failed. It is replaced by a result, and by nothing else. Standard output is for the instructor alone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, cast

from course.contents import find_exercise
from course.exercise import Setting
from course.grading.autograder.one_student import grade
from course.grading.feedback import printable
from course.grading.intake.notes import sentence
from course.grading.records import Student
from course.grading.reports.tables import gradescope_result
from course.grading.reports.words import Words
from course.grading.running.isolation import isolate_best
from course.paths import replacing

STUDENT = "student"
"""Stands for the id: Gradescope knows whose the submission is."""


def main(directory: Path) -> int:
    """Grade the submission and write the result; return the exit code, 1 if the grader itself failed."""
    try:
        failure = _grade(directory)
    except Exception as error:
        # the student's result is there already, and says that the grader failed
        failure = f"{type(error).__name__}: {error}"
    if failure:
        print(" ".join(printable(failure).split()))
    return int(bool(failure))


def _grade(directory: Path) -> str:
    """Grade the submission and write the result; return the reason if the grader itself failed."""
    settings: dict[str, str] = json.loads((directory / "source/settings.json").read_text(encoding="utf-8"))
    exercise = find_exercise(settings["exercise"])
    setting = cast(Setting, settings["setting"])
    student = Student(STUDENT, language=settings["language"])
    # what an answer must not see; this package, which is also there, has secrets of its own
    hidden = [
        directory / name for name in ("results", "submission", "submission_metadata.json", "source/settings.json")
    ]
    isolation = isolate_best([path for path in hidden if path.exists()])
    print(f"isolation: {isolation.level} {isolation.tool} {' '.join(isolation.parts)}")
    (entry,) = grade(directory / "submission", student, [(exercise, setting)], isolation)
    if entry.result.status == "infrastructure":
        return entry.result.output
    result: dict[str, Any] = gradescope_result(entry, Words(student.language, sentence))
    with replacing(directory / "results/results.json") as file:
        json.dump(result, file, ensure_ascii=False)
    return ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
