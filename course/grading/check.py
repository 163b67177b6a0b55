"""Checks one answer once: draws hidden data, runs the answer, and judges what it hands over."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from course.contents import wanted
from course.exercise import Draw, Exercise, Setting, Verdict
from course.frameworks import FRAMEWORKS, imported_frameworks
from course.grading.judge import total_points, verdicts
from course.grading.running.run import Outcome

UNFITTING = ("raised", "unfit", "garbled")
"""The failures that using another framework leads to."""
Judge = Callable[[Exercise, Draw, Outcome], list[Verdict]]


class Runner(Protocol):
    """Runs answers: `single.SingleProcess`, or `forked.ForkServer`."""

    @property
    def setting(self) -> Setting: ...

    def run(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
        on_output: Callable[[str], None] = ...,
    ) -> Outcome: ...


@dataclass(frozen=True)
class Checked:
    """The result of checking an answer once."""

    exercise: Exercise
    setting: Setting
    seed: int
    verdicts: list[Verdict]
    ran: Outcome

    @property
    def points(self) -> int:
        return total_points(self.verdicts)

    @property
    def passed(self) -> bool:
        return all(verdict.state == "passed" for verdict in self.verdicts)


def check(
    exercise: Exercise,
    source: str,
    path: str,
    runner: Runner,
    seed: int | None = None,
    on_output: Callable[[str], None] = lambda text: None,
    judge: Judge = verdicts,
) -> Checked:
    """Run and judge an answer.

    Args:
        source: the text of the answer, which is run; `path` is only its name in tracebacks.
        runner: runs the answer, and was started for the setting.
        seed: of the draw; by default a new one, which the author of the answer cannot know, and the answer not find.
        judge: gives the verdicts.
    """
    seed = secrets.randbits(128) if seed is None else seed
    draw = exercise.draw(Random(seed))
    outcome = runner.run(exercise, source, path, wanted(exercise, runner.setting), draw.given, on_output)
    found = judge(exercise, draw, outcome)
    return Checked(exercise, runner.setting, seed, blame_framework(found, source, runner.setting), outcome)


def blame_framework(found: list[Verdict], source: str, setting: Setting) -> list[Verdict]:
    """Return the verdicts, and where an error may come from using another framework than the answer's, say that."""
    imported = imported_frameworks(source)
    if setting == "plain" or not imported or setting in imported:
        return found
    data = {"framework": FRAMEWORKS[setting].title, "imported": FRAMEWORKS[min(imported)].title}
    return [
        replace(verdict, mistake="other-framework", data=data) if verdict.mistake in UNFITTING else verdict
        for verdict in found
    ]
