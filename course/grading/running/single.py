"""One process that runs the answers of one learner, started anew and not forked."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from course.exercise import Exercise, Failure, Setting
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
"""How many messages are read from one process at most: more than the output that is kept can be cut into."""


class SingleProcess:
    """A process that has imported what answers to some exercises need, or is about to, and runs them.

    One answer can leave traces that the next one finds: answers of different people take a process each.
    """

    def __init__(self, setting: Setting, *exercises: Exercise) -> None:
        self.setting, self.exercises = setting, exercises
        self.ready, self.seen = False, 0
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
        """Run an answer. A run that does not come to its end is the last of this process.

        Args:
            source: the text of the answer; `path` is what its tracebacks call it.
            functions: those that the starter asks for, by name and parameters.
        """
        ran = Outcome()
        take = OutcomeCollector(ran, exercise, on_output)
        if not self.ready:
            failed = self._wait(_Ready(), IMPORTS)
            self.ready = failed is None
            ran.failure = Failure("not-ready") if failed else None
            self._unread()
        if self.ready:
            began = time.monotonic()
            self._ask(request(exercise, self.setting, source, path, functions, given))
            ran.failure = self._wait(take, exercise.seconds)
            ran.seconds = time.monotonic() - began
            written = self._unread()
            ran.output += written
            on_output(written)
        if ran.failure is not None:
            ran.noise = self.close()
        ran.failure = ran.failure or take.failure
        return ran

    def _ask(self, request: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        # where the process has ended, reading from it will tell
        with suppress(BrokenPipeError):
            self.process.stdin.write(encode(request).encode() + b"\n")
            self.process.stdin.flush()

    def _wait(self, take: Collector, seconds: float) -> Failure | None:
        """Take messages until the last one; gives what went wrong, if anything did."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
                message = decode(line) if line else None
            except queue.Empty:
                return Failure("time-limit", {"seconds": seconds})
            except Garbled:
                return Failure("garbled")
            if message is None:
                return self._ended()
            if not isinstance(message, dict):
                return Failure("garbled")
            take(message)
            if take.done:
                return None

    def _ended(self) -> Failure:
        # it is ending by itself, and says with which code
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
        """End the process, and whatever it has started in its session."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def _unread(self) -> str:
        """What was written to standard error past Python since the last call, as `tf.print` and other processes do."""
        if not hasattr(os, "pread"):  # Windows
            return ""
        # the child writes at the file's own position, which must not be moved
        begin, self.seen = self.seen, os.fstat(self.noise.fileno()).st_size
        return os.pread(self.noise.fileno(), NOISE, begin).decode("utf-8", "replace")

    def close(self) -> str:
        """End the process; gives the end of what it left on standard error."""
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


class _Ready:
    done = False

    def __call__(self, message: Mapping[str, Any]) -> None:
        self.done = self.done or message.get("ready") is True
