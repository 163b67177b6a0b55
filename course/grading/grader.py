"""Grades submissions one at a time: runs each in a sandbox, judges it, and gives it a status."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace

from course.contents import exercises, find_exercise
from course.exercise import Draw, Exercise, Failure, Setting
from course.grading.check import Checked, Runner, check
from course.grading.judge import verdicts
from course.grading.judge_process import JudgeProcess
from course.grading.records import Result, Status, Submission, not_run
from course.grading.running.forked import Broken, ForkServer
from course.grading.running.run import NOISE, Outcome
from course.grading.running.sandbox_outside import Isolation
from course.grading.running.single import SingleProcess

TRIES = 3
"""The most times that a submission is run where the grader itself fails."""
STOPPED: Mapping[str, Status] = {
    "time-limit": "timeout",
    "import-limit": "timeout",
    "idle-limit": "timeout",
    "memory": "memory",
    "killed": "memory",
    "output": "output",
}
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


def _result(checked: Checked, tries: int) -> Result:
    return Result(
        status(checked),
        checked.points,
        checked.exercise.points,
        tuple(checked.verdicts),
        checked.ran.output,
        checked.ran.seconds,
        checked.ran.memory,
        tries,
    )


class Grader:
    """Grades one submission after the other, with one fork server for each setting that it has met.

    What an answer hands over is judged in a process apart, with limits of its own: see judge_process.py.
    """

    def __init__(self, isolation: Isolation) -> None:
        self.isolation = isolation
        self.judge = JudgeProcess()
        self.fork_servers: dict[Setting, ForkServer] = {}
        self.closed = False
        self.given_up: dict[Setting, str] = {}

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def grade(self, submission: Submission) -> Result:
        """Run and judge a submission; where the grader itself fails, try again with a new process."""
        if submission.refused is not None:
            of = find_exercise(submission.exercise).points if submission.exercise else 0
            return not_run(submission.refused, of)
        exercise = find_exercise(submission.exercise)
        setting = submission.setting
        reason = self.given_up.get(setting, "")
        for attempt in range(1, TRIES + 1) if setting not in self.given_up else ():
            try:
                runner = self.runner(exercise, setting)
                checked = check(
                    exercise, submission.source, exercise.file_name(setting), runner, judge=self.judge.verdicts
                )
                if checked.ran.failure is not None and checked.ran.failure.reason == "not-ready":
                    raise Broken(checked.ran.noise)
                return _result(checked, attempt)
            except Broken as broken:
                reason = str(broken)
                self._drop(setting)
                if self.closed:
                    raise
            finally:
                if not self.forks:
                    self._drop(setting)
        if setting not in self.given_up and self._works(exercise, setting):
            # the machine is not at fault where another answer can be run
            crash = Outcome(failure=Failure("crashed"))
            checked = Checked(exercise, setting, 0, verdicts(exercise, Draw({}), crash), crash)
            return _result(checked, TRIES)
        self.given_up.setdefault(setting, reason)
        return Result("infrastructure", 0, exercise.points, output=reason[-NOISE:], tries=TRIES)

    def _works(self, exercise: Exercise, setting: Setting) -> bool:
        """Whether an answer can be run that does nothing, and of which nothing is asked."""
        try:
            nothing = self.runner(exercise, setting).run(replace(exercise, checks=()), "", "nothing.py", (), {})
        except Broken:
            self._drop(setting)
            return False
        return nothing.failure is None

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
            self.fork_servers[setting] = ForkServer(setting, needed, self.isolation.level)
        return self.fork_servers[setting]

    def _drop(self, setting: Setting) -> None:
        server = self.fork_servers.pop(setting, None)
        if server is not None:
            server.close()

    def close(self) -> None:
        """End the fork servers, and with them every answer that they run."""
        self.closed = True
        self.judge.close()
        for setting in tuple(self.fork_servers):
            self._drop(setting)
