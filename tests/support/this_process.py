"""Runs answers to the toy's exercise in the process of the tests, without a sandbox and without a framework."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toy.exercises.largest_error import EXERCISE

from course.exercise import Exercise
from course.grading.check import Checked, check
from course.grading.running.this_process import ThisProcess
from course.script import functions
from support.paths import ROOT

STARTER = ROOT / "tests/toy/starters/largest_error.py"
SOLVED = (ROOT / "tests/toy/solutions/largest_error.py").read_text(encoding="utf-8")
WANTED = [{"name": each.name, "parameters": list(each.parameters)} for each in functions(STARTER).values()]


class ToysProcess(ThisProcess):
    """Asks for the functions of the toy's starter, and calls them with the toy's harness."""

    def request(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
    ) -> dict[str, Any]:
        asked = super().request(exercise, source, path, WANTED, given)
        return {**asked, "harness": "toy.harness.largest_error"}


def checked(source: str, path: str = "answer.py") -> Checked:
    """An answer to the toy's exercise, checked."""
    return check(EXERCISE, source, path, ToysProcess(), seed=1)
