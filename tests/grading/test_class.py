"""A class as an instructor has it, hostile submissions among them: graded, killed half-way, graded on."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import cast

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from support.attacks import attacks
from support.commands import command, run
from support.gradebooks import judged
from support.paths import ROOT

from course.audit.exercises import answers, declared_mistakes
from course.contents import exercises
from course.exercise import Exercise, Setting
from course.grading.gradebook.gradebook import Gradebook
from course.grading.gradebook.policy import Policy
from course.grading.records import Entry

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="answers are shut in on Linux only")
HOSTILE, TENSORFLOW = 2 / 15, 2 / 25
"""The shares of the class whose answers are hostile, and whose answers need TensorFlow."""
Holds = Callable[[Entry], bool]


def right(exercise: Exercise, setting: Setting) -> Iterator[tuple[Path, Holds]]:
    for path in answers(exercise, setting, "right"):
        yield path, lambda entry: entry.result.status == "passed" and entry.points == exercise.points


def wrong(exercise: Exercise, setting: Setting) -> Iterator[tuple[Path, Holds]]:
    for path in answers(exercise, setting, "wrong"):
        meant = declared_mistakes(path)

        def holds(entry: Entry, meant: list[str] = meant) -> bool:
            said = [verdict.mistake for verdict in entry.result.verdicts if verdict.state == "failed"]
            return entry.points < exercise.points and bool(said) and said[0] in meant and set(meant) <= set(said)

        yield path, holds


def as_notebook(source: str) -> str:
    """The answer in a notebook, as a student hands it in who has worked there."""
    cells = [new_markdown_cell("My answer"), new_code_cell("print('a try')"), new_code_cell(source)]
    return cast(str, nbformat.writes(new_notebook(cells=cells)))


def hand_in(directory: Path, size: int) -> dict[str, Holds]:
    """Write the class's submissions; gives what must hold of each student's result."""
    rng = random.Random(7)
    honest: dict[str, list[tuple[Exercise, Setting, Path, Holds]]] = {"tf": [], "other": []}
    for exercise in exercises():
        for setting in exercise.settings:
            for path, holds in (*right(exercise, setting), *wrong(exercise, setting)):
                honest["tf" if setting == "tf" else "other"].append((exercise, setting, path, holds))
    bad, slow = round(HOSTILE * size), round(TENSORFLOW * size)
    hostile = rng.sample([attack for attack in attacks() if attack.setting != "tf"], bad)
    chosen = rng.sample(honest["tf"], slow) + rng.sample(honest["other"], size - bad - slow)
    rng.shuffle(chosen)
    expected: dict[str, Holds] = {}
    for number, (exercise, setting, path, holds) in enumerate(chosen):
        student = f"s{number:03}"
        source = path.read_text(encoding="utf-8")
        home = directory / student
        home.mkdir(parents=True)
        if number % 3:
            (home / exercise.file_name(setting)).write_text(source, encoding="utf-8")
        else:
            name = exercise.file_name(setting).replace(".py", ".ipynb")
            (home / name).write_text(as_notebook(source), encoding="utf-8")
        expected[student] = holds
    for number, attack in enumerate(hostile):
        home = directory / f"s{number * 6:03}x"
        home.mkdir()
        (home / attack.exercise.file_name(attack.setting)).write_bytes(attack.path.read_bytes())
        expected[home.name] = lambda entry, attack=attack: (  # type: ignore[misc]
            entry.result.status in attack.statuses and entry.points <= attack.points
        )
    return expected


@pytest.mark.release
def test_every_grade_of_a_large_class_is_what_it_should_be(jailed: None, tmp_path: Path) -> None:
    """Each part of it is seen at every change: the answers' grades, the attacks, and a grader that is killed."""
    size = 300
    made, out = tmp_path / "in", tmp_path / "out"
    expected = hand_in(made, size)
    assert len(expected) == size
    words = ("grade", made, "--out", out, "--jobs", 2)
    with subprocess.Popen(command(*words), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and judged(out) < size // 2:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
        process.send_signal(signal.SIGKILL)
    before = judged(out)
    assert size // 2 <= before < size
    done = run(*words)
    assert done.returncode == 0, done.stderr
    with Gradebook(out, reading=True) as book:
        entries = list(book.entries(Policy()))
    assert sorted(entry.submission.student.id for entry in entries) == sorted(expected)
    wrongly = [
        (entry.submission.origin, entry.result.status, entry.points, entry.result.verdicts)
        for entry in entries
        if not expected[entry.submission.student.id](entry)
    ]
    assert not wrongly
