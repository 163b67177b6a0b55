"""Grades submissions one at a time: runs each in a sandbox, judges it, and gives it a status."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping

from course.contents import exercises, find_exercise
from course.exercise import Exercise, Setting
from course.grading.check import Checked, Runner, check
from course.grading.records import Result, Status, Submission
from course.grading.running.forked import Broken, ForkServer
from course.grading.running.run import NOISE
from course.grading.running.sandbox_outside import Isolation
from course.grading.running.single import SingleProcess

TRIES = 3
"""The most times that a submission is run where the grader itself fails."""
STOPPED: Mapping[str, Status] = {"time-limit": "timeout", "memory": "memory", "killed": "memory", "output": "output"}
NOT_RUN = ("syntax", "missing", "signature", "raised", "crashed", "ended", "garbled")


def status(checked: Checked) -> Status:
    """Return the status of an answer that was judged: first by the limit that stopped it, then by its points."""
    if checked.passed:
        return "passed"
    reasons = [verdict.mistake for verdict in checked.verdicts if verdict.state == "failed"]
    if checked.ran.failure is not None:
        reasons.insert(0, checked.ran.failure.reason)
    for reason in reasons:
        if reason in STOPPED:
            return STOPPED[reason]
    if checked.points:
        return "partial"
    return "error" if any(reason in NOT_RUN for reason in reasons) else "failed"


def unreadable(submission: Submission) -> Result:
    """Return the result of a submission that the intake refused."""
    return Result("unreadable", 0, find_exercise(submission.exercise).points if submission.exercise else 0)


class Grader:
    """Grades one submission after the other, with one fork server for each setting that it has met.

    Args:
        slot: the number of this worker on its machine.
    """

    def __init__(self, isolation: Isolation, slot: int = 0) -> None:
        self.isolation = isolation
        self.slot = slot
        self.fork_servers: dict[Setting, ForkServer] = {}
        self.closed = False
        self.reason = ""
        self.failed: Counter[Setting] = Counter()

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def grade(self, submission: Submission) -> Result:
        """Run and judge a submission; where the grader itself fails, try again with a new process."""
        if submission.refused is not None:
            return unreadable(submission)
        exercise = find_exercise(submission.exercise)
        setting = submission.setting
        reason = ""
        for attempt in range(1, TRIES + 1):
            if self.failed[setting] >= TRIES:
                # the processes of this setting have failed several answers in a row
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
                    attempt,
                )
            except Broken as broken:
                self.reason = reason = str(broken)
                self._drop(setting)
                if self.closed:
                    raise
            finally:
                if not self.forks:
                    self._drop(setting)
        # one answer counts once, since it may be the answer that ends the process
        self.failed[setting] += 1
        return Result("infrastructure", 0, exercise.points, output=reason[-NOISE:], tries=TRIES)

    @property
    def forks(self) -> bool:
        """Whether answers run in forked children; on other systems each gets a process that has to import everything."""
        return sys.platform == "linux"

    def runner(self, exercise: Exercise, setting: Setting) -> Runner:
        """Return a runner for answers in that setting."""
        if not self.forks:
            return SingleProcess(setting, exercise)
        if setting not in self.fork_servers:
            needed = [each for each in exercises() if setting in each.settings]
            self.fork_servers[setting] = ForkServer(setting, needed, self.slot, self.isolation.level == "jail")
        return self.fork_servers[setting]

    def _drop(self, setting: Setting) -> None:
        server = self.fork_servers.pop(setting, None)
        if server is not None:
            server.close()

    def close(self) -> None:
        """End the fork servers, and with them every answer that they run."""
        self.closed = True
        for setting in tuple(self.fork_servers):
            self._drop(setting)
