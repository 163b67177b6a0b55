"""Writes the files of an assignment's template repository on GitHub: starters, tasks, and what grades each push.

The workflow gives points for each check, and feedback. Two lists of commands do the same for programs that give points for
commands: `autograding.json`, in the format that GitHub Classroom had, and `tests.json`, in that of Classroom 50. A student can
change all of it in the repository of her own: what it says is feedback, and no grade.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

import yaml  # type: ignore[import-untyped]

from course.contents import starter_text
from course.exercise import Check, Exercise, Setting
from course.grading.feedback import title
from course.i18n import N_, SHORT, translate
from course.message import WrongUse
from course.notebook.writing.front import Place
from course.paths import replacing
from course.terminal.practice import task_text

WORKFLOW = ".github/workflows/grade.yml"
COMMANDS = ".github/classroom/autograding.json"
TESTS = ".github/classroom/tests.json"
PYTHON = '"$HOME/.course/bin/python"'
MINUTES = 10
"""The time that one command may take, the longest that Classroom 50 allows."""
LONGEST = 100
"""The most bytes of the name of a test in Classroom 50."""


@dataclass(frozen=True)
class Assignment:
    """Exercises, each in a setting; the language of tasks and feedback; and the repository that they are graded with."""

    exercises: Sequence[tuple[Exercise, Setting]]
    language: str
    place: Place

    @property
    def framework(self) -> str:
        """The framework of the exercises that need one; empty if none does."""
        return next((setting for _, setting in self.exercises if setting != "plain"), "")


def bundle(assignment: Assignment, out: Path) -> list[Path]:
    """Write the files into a directory, over nothing, and return their paths.

    Raises:
        WrongUse: one of them is there already.
        OSError: one cannot be written.
    """
    texts = dict(_files(assignment))
    for name in texts:
        if (out / name).exists():
            raise WrongUse(
                N_("The file `{path}` exists already, and was not changed: name another directory with `--out`."),
                path=out / name,
            )
    for name, text in texts.items():
        with replacing(out / name) as file:
            file.write(text)
    return [out / name for name in texts]


def _files(assignment: Assignment) -> Iterator[tuple[str, str]]:
    for exercise, setting in assignment.exercises:
        path = Path(exercise.file_name(setting))
        yield path.name, starter_text(exercise, setting)
        yield path.with_suffix(".md").name, task_text(exercise, setting, path, assignment.language)
    yield WORKFLOW, workflow(assignment)
    yield COMMANDS, _json({"tests": commands(assignment)})
    yield TESTS, _json(tests(assignment))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def workflow(assignment: Assignment) -> str:
    """Return a workflow that calls this project's own. Its token can only read, also where a fork asks to be merged."""
    place = assignment.place
    given = {
        "course": place.repository,
        "ref": place.branch,
        "exercises": " ".join(exercise.name for exercise, _ in assignment.exercises),
        "framework": assignment.framework,
        "language": SHORT[assignment.language],
    }
    called = f"{place.repository}/{WORKFLOW}@{place.branch}"
    content = {
        "name": "grade",
        "on": ["push", "pull_request", "workflow_dispatch"],
        "permissions": {"contents": "read"},
        "jobs": {"grade": {"uses": called, "with": given}},
    }
    text: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    return text


def commands(assignment: Assignment) -> list[dict[str, Any]]:
    """Return the tests in the format of GitHub Classroom, one for each check; times are in minutes."""
    made = [
        {
            "name": name,
            "setup": "",
            "run": run,
            "input": "",
            "output": "",
            "comparison": "included",
            "timeout": MINUTES,
            "points": check.points,
        }
        for name, run, check in _checks(assignment)
    ]
    # what the first test installs is there for the others
    made[0] |= {"setup": install(assignment)}
    return made


def tests(assignment: Assignment) -> list[dict[str, Any]]:
    """Return the tests in the format of Classroom 50, one for each check after the installation; times are in seconds."""
    setup = {"name": "setup", "type": "run", "run": install(assignment), "timeout": 60 * MINUTES, "points": 0}
    return [
        setup,
        *(
            {"name": name, "type": "run", "run": run, "timeout": 60 * MINUTES, "points": check.points}
            for name, run, check in _checks(assignment)
        ),
    ]


def _checks(assignment: Assignment) -> Iterator[tuple[str, str, Check]]:
    """Give each check with its name and with the command that succeeds if it passes."""
    language = assignment.language
    for exercise, setting in assignment.exercises:
        words = ["check", exercise.file_name(setting), "--exercise", exercise.name]
        words += [] if setting == "plain" else ["--framework", setting]
        for number, check in enumerate(exercise.checks, start=1):
            name = f"{title(exercise, setting, language)} {number}: {translate(check.title, language)}"
            short = name.encode()[:LONGEST].decode("utf-8", "ignore")
            more = ["--check", check.name, "--lang", SHORT[language]]
            # nothing is imported from the repository in place of a library
            yield short, f"PYTHONSAFEPATH=1 {PYTHON} -m course {' '.join(map(quote, [*words, *more]))}", check


def install(assignment: Assignment) -> str:
    """Return the command that installs this project into an environment of its own."""
    extra = f"[{assignment.framework}]" if assignment.framework else ""
    package = f"course-companion{extra} @ {assignment.place.package}"
    return f'python3 -m venv "$HOME/.course" && {PYTHON} -m pip install --quiet {quote(package)}'
