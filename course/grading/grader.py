"""Grades submissions one at a time: runs each in a jailed child, judges it, and says what became of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from course.contents import exercises, find_exercise
from course.exercise import Exercise, Setting
from course.grading.check import Checked, Runner, check
from course.grading.records import Result, Status, Submission
from course.grading.running import sandbox_outside
from course.grading.running.forked import Broken, ForkServer
from course.grading.running.run import NOISE
from course.grading.running.sandbox_outside import Isolation
from course.grading.running.single import SingleProcess
from course.i18n import N_
from course.message import WrongUse

TRIES = 3
"""How often a submission is run at most, where it is the grader that fails."""
ENDED: Mapping[str, Status] = {"time-limit": "timeout", "memory": "memory", "killed": "memory", "output": "output"}
ERRORS = ("syntax", "missing", "signature", "raised", "crashed", "ended", "garbled")


def status(checked: Checked) -> Status:
    """What became of an answer that was judged. What stopped it comes first, then what it earned."""
    if checked.passed:
        return "passed"
    reasons = [verdict.mistake for verdict in checked.verdicts if verdict.state == "failed"]
    if checked.ran.failure is not None:
        reasons.insert(0, checked.ran.failure.reason)
    for reason in reasons:
        if reason in ENDED:
            return ENDED[reason]
    if checked.points:
        return "partial"
    return "error" if any(reason in ERRORS for reason in reasons) else "failed"


def unreadable(submission: Submission) -> Result:
    """The result of a submission that the intake refused."""
    return Result("unreadable", 0, find_exercise(submission.exercise).points if submission.exercise else 0)


class Grader:
    """Has a warm process for each setting that it has met, and grades one submission after the other.

    Args:
        slot: which of the workers on this machine it is.
    """

    def __init__(self, isolation: Isolation, slot: int = 0) -> None:
        self.isolation, self.slot = isolation, slot
        self.warm: dict[Setting, ForkServer] = {}
        self.closed, self.reason = False, ""
        self.failed: Counter[Setting] = Counter()

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def grade(self, submission: Submission) -> Result:
        """Run and judge a submission; again, with another process, where the grader itself fails."""
        if submission.refused is not None:
            return unreadable(submission)
        exercise, setting = find_exercise(submission.exercise), submission.setting
        reason = ""
        for tried in range(1, TRIES + 1):
            if self.failed[setting] >= TRIES:
                # nothing has come of this setting's processes for a while, and nothing will
                reason = reason or self.reason
                break
            try:
                runner = self.runner(exercise, setting)
                checked = check(exercise, submission.source, exercise.file_name(setting), runner)
                if checked.ran.failure is not None and checked.ran.failure.reason == "not-ready":
                    raise Broken(checked.ran.noise)
                self.failed[setting] = 0
                return Result(
                    status(checked),
                    checked.points,
                    exercise.points,
                    tuple(checked.verdicts),
                    checked.ran.output,
                    checked.ran.seconds,
                    checked.ran.memory,
                    tried,
                )
            except Broken as broken:
                self.reason = reason = str(broken)
                self._drop(setting)
                if self.closed:
                    raise
            finally:
                if not self.forks:
                    self._drop(setting)
        # one answer counts once, for it may be what ends the process
        self.failed[setting] += 1
        return Result("infrastructure", 0, exercise.points, output=reason[-NOISE:], tries=TRIES)

    @property
    def forks(self) -> bool:
        """Whether children are forked; elsewhere each answer gets a process that has to import everything."""
        return sys.platform == "linux"

    def runner(self, exercise: Exercise, setting: Setting) -> Runner:
        """What runs an answer in that setting."""
        if not self.forks:
            return SingleProcess(setting, exercise)
        if setting not in self.warm:
            needed = [each for each in exercises() if setting in each.settings]
            self.warm[setting] = ForkServer(setting, needed, self.slot, self.isolation.level == "jail")
        return self.warm[setting]

    def _drop(self, setting: Setting) -> None:
        warm = self.warm.pop(setting, None)
        if warm is not None:
            warm.close()

    def close(self) -> None:
        """End the warm processes, and with them whatever runs in one."""
        self.closed = True
        for setting in tuple(self.warm):
            self._drop(setting)


def isolate(asked: Literal["jail", "process"], secret: Sequence[Path] = ()) -> Isolation:
    """What isolation there is here, tried from inside a jail.

    Args:
        secret: more paths that no answer may find.

    Raises:
        WrongUse: a jail was asked for, and cannot be had, or does not hold.
    """
    tool = sandbox_outside.tool()
    if asked == "process":
        return Isolation("process")
    if sys.platform != "linux":
        raise WrongUse(
            N_(
                "Answers can be shut in on Linux only. With `--isolation process` they run with all that you may do yourself: only where you trust them."
            )
        )
    if not tool:
        raise WrongUse(
            N_(
                "`bwrap` is missing, which shuts the answers in: install the package `bubblewrap`. With `--isolation process` they run with all that you may do yourself."
            )
        )
    try:
        with ForkServer("plain", ()) as warm:
            parts = warm.probe([*sandbox_outside.hidden(), *map(str, secret)])
    except Broken as broken:
        raise WrongUse(
            N_(
                "Answers cannot be shut in here: `{reason}`. With `--isolation process` they run with all that you may do yourself."
            ),
            reason=" ".join(str(broken).split())[:300],
        ) from None
    open_parts = [name for name in sandbox_outside.PARTS if not parts.get(name)]
    if open_parts:
        raise WrongUse(
            N_(
                "The jail does not hold: {parts}. With `--isolation process` answers run with all that you may do yourself."
            ),
            parts=_listed(open_parts),
        )
    return Isolation("jail", tool, parts)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
