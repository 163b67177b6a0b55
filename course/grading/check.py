"""One answer, checked once: a draw, a process that runs it, and the verdicts."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from course.contents import wanted
from course.exercise import Exercise, Setting, Verdict
from course.grading.judge import earned, verdicts
from course.grading.running.run import Outcome


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
    """What one check of an answer found."""

    exercise: Exercise
    setting: Setting
    seed: int
    verdicts: list[Verdict]
    ran: Outcome

    @property
    def points(self) -> int:
        return earned(self.verdicts)

    @property
    def passed(self) -> bool:
        return all(verdict.state == "passed" for verdict in self.verdicts)


def check(
    exercise: Exercise,
    source: str,
    path: str,
    child: Runner,
    seed: int | None = None,
    on_output: Callable[[str], None] = lambda text: None,
) -> Checked:
    """Run and judge an answer.

    Args:
        source: its text, which is what is run; `path` is only what tracebacks call it.
        child: the process that runs it, started for the setting.
        seed: of the draw; by default one that nobody knew when the answer was written.
    """
    seed = secrets.randbits(32) if seed is None else seed
    case = exercise.draw(Random(seed))
    ran = child.run(exercise, source, path, wanted(exercise, child.setting), case.given, on_output)
    return Checked(exercise, child.setting, seed, verdicts(exercise, case, ran), ran)
