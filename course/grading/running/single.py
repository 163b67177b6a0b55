"""A single process that runs the answers of one learner, started anew and not forked."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from course.exercise import Exercise, Failure, Setting
from course.grading.running.clock import TICK, Clock, cpu_of
from course.grading.running.run import (
    IMPORTS,
    NOISE,
    Collector,
    Outcome,
    OutcomeCollector,
    environment,
    harness,
    request,
)
from course.grading.running.wire import LIMIT, Garbled, decode, encode

LINES = 100_000
"""The most messages that are read from one process: more than the output that is kept can be cut into."""


class SingleProcess:
    """A process that imports what answers to some exercises need, and runs them.

    One answer can leave traces that the next one finds: answers of different people take a process each.
    """

    def __init__(self, setting: Setting, *exercises: Exercise) -> None:
        self.setting = setting
        self.exercises = exercises
        self.ready = False
        self.noise_read = 0
        self.noise = tempfile.TemporaryFile()  # noqa: SIM115 - closed in close()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "course.grading.running.answer",
                setting,
                *(harness(each, setting) for each in exercises),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.noise,
            env=environment(),
            start_new_session=True,
        )
        self.lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as pipe:
            for _ in range(LINES):
                line = pipe.readline(LIMIT + 1)
                self.lines.put(line)
                if not line or len(line) > LIMIT:
                    break
        self.lines.put(b"")

    def __enter__(self) -> SingleProcess:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether it can run another answer."""
        return not self.noise.closed

    def run(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
        on_output: Callable[[str], None] = lambda text: None,
    ) -> Outcome:
        """Run an answer. A run that fails ends this process.

        Args:
            source: the text of the answer; `path` is the name of the file in its tracebacks.
            functions: the functions that the starter asks for, by name and parameters.
        """
        outcome = Outcome()
        collector = OutcomeCollector(outcome, exercise, on_output)
        if not self.ready:
            failed = self._collect(ReadyCollector(), Clock(0, IMPORTS))
            self.ready = failed is None
            outcome.failure = Failure("not-ready") if failed else None
            self._new_noise()
        if self.ready:
            clock = Clock(exercise.seconds, exercise.import_seconds)
            self._ask(request(exercise, self.setting, source, path, functions, given))
            outcome.failure = self._collect(collector, clock)
            outcome.seconds = clock.wall
            printed = self._new_noise()
            outcome.output += printed
            on_output(printed)
        if outcome.failure is not None:
            outcome.noise = self.close()
        outcome.failure = outcome.failure or collector.failure
        return outcome

    def _ask(self, request: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        # where the process has ended, `_collect` finds out
        with suppress(BrokenPipeError):
            self.process.stdin.write(encode(request).encode() + b"\n")
            self.process.stdin.flush()

    def _collect(self, collector: Collector, clock: Clock) -> Failure | None:
        """Collect messages until the collector is done; return a failure if it never is."""
        before = cpu_of(self.process.pid) or 0.0
        while True:
            used = cpu_of(self.process.pid)
            # where the system does not tell, the answer is taken to calculate all the time
            clock.used(clock.wall_in_all if used is None else used - before)
            failure = clock.failure()
            try:
                # what came in time counts
                line = self.lines.get(timeout=0 if failure else TICK)
                message = decode(line) if line else None
            except queue.Empty:
                if failure is not None:
                    return failure
                continue
            except Garbled:
                return Failure("garbled")
            if message is None:
                return self._end_reason()
            if not isinstance(message, dict):
                return Failure("garbled")
            if "loaded" in message:
                clock.loaded()
            collector(message)
            if collector.done:
                return None

    def _end_reason(self) -> Failure:
        # the process is ending by itself: wait for its exit code
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self._kill()
        code = self.process.wait()
        if code == -getattr(signal, "SIGKILL", 9):
            return Failure("killed")
        if code < 0:
            return Failure("crashed")
        return Failure("ended", {"code": code})

    def _kill(self) -> None:
        """End the process, and every process that it has started in its session."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def _new_noise(self) -> str:
        """Return what was written to standard error since the last call, as by `tf.print` or other processes."""
        if not hasattr(os, "pread"):  # Windows
            return ""
        # the process writes at the file's own position, which must not be moved
        begin = self.noise_read
        self.noise_read = os.fstat(self.noise.fileno()).st_size
        return os.pread(self.noise.fileno(), NOISE, begin).decode("utf-8", "replace")

    def close(self) -> str:
        """End the process; return the end of its standard error."""
        if self.noise.closed:
            return ""
        self._kill()
        self.process.wait()
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        with self.noise as file:
            file.seek(0)
            return file.read().decode("utf-8", "replace")[-NOISE:]


class ReadyCollector:
    """Collects messages until the process reports that it is ready."""

    done = False

    def __call__(self, message: Mapping[str, Any]) -> None:
        self.done = self.done or message.get("ready") is True
