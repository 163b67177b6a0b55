"""Runs answers to the toy's exercise in the process of the tests, without a sandbox and without a framework."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from toy.exercises.largest_error import EXERCISE

from course.exercise import Exercise, Setting
from course.grading.check import Checked, check
from course.grading.running.answer import Channel, Relay, serve
from course.grading.running.run import Outcome, OutcomeCollector, request
from course.grading.running.wire import decode, encode
from course.script import functions
from support.paths import ROOT

STARTER = ROOT / "tests/toy/starters/largest_error.py"
SOLVED = (ROOT / "tests/toy/solutions/largest_error.py").read_text(encoding="utf-8")
WANTED = [{"name": each.name, "parameters": list(each.parameters)} for each in functions(STARTER).values()]


class ThisProcess:
    """Serves a request as the process of an answer does, and collects its messages as a grader does.

    Only for answers that leave a process as it was: nothing limits or ends them.
    """

    setting: Setting = "plain"

    def run(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
        on_output: Callable[[str], None] = lambda text: None,
    ) -> Outcome:
        """Run an answer. The functions that are asked for are those of the toy's starter."""
        outcome = Outcome()
        collector = OutcomeCollector(outcome, exercise, on_output)
        asked = {
            **request(exercise, self.setting, source, path, WANTED, given),
            "harness": "toy.harness.largest_error",
        }
        sent = io.StringIO()
        channel = Channel(sent)
        with warnings.catch_warnings(), redirect_stdout(Relay(channel)), redirect_stderr(Relay(channel)):
            serve(channel, decode(encode(asked).encode()))
        for line in sent.getvalue().splitlines():
            collector(decode(line.encode()))
        outcome.failure = collector.failure
        return outcome


def checked(source: str, path: str = "answer.py") -> Checked:
    """An answer to the toy's exercise, checked."""
    return check(EXERCISE, source, path, ThisProcess(), seed=1)
