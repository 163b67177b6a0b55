"""Runs answers in this very process: in a web page, where there is no other, and in tests of answers that do no harm."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from course.exercise import Exercise, Failure, Setting
from course.grading.running.answer import Channel, Relay, serve
from course.grading.running.run import Outcome, OutcomeCollector, request
from course.grading.running.wire import Garbled, decode, encode


class ThisProcess:
    """Serves a request as the process of an answer does, and collects its messages as a grader does.

    Nothing limits or ends an answer here, and what it leaves behind stays.
    """

    setting: Setting = "plain"

    def request(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The request to run an answer once."""
        return request(exercise, self.setting, source, path, functions, given)

    def run(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
        on_output: Callable[[str], None] = lambda text: None,
    ) -> Outcome:
        """Run an answer; see single.SingleProcess.run."""
        outcome = Outcome()
        collector = OutcomeCollector(outcome, exercise, on_output)
        asked = decode(encode(self.request(exercise, source, path, functions, given)).encode())
        sent = io.StringIO()
        channel = Channel(sent)
        keyboard = sys.stdin
        sys.stdin = io.StringIO()
        try:
            with warnings.catch_warnings(), redirect_stdout(Relay(channel)), redirect_stderr(Relay(channel)):
                serve(channel, asked)
        finally:
            sys.stdin = keyboard
        try:
            for line in sent.getvalue().splitlines():
                collector(decode(line.encode()))
        except Garbled:
            outcome.failure = Failure("garbled")
            return outcome
        outcome.failure = collector.failure
        return outcome
