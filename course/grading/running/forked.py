"""The client of a fork server: runs answers in forked children, one at a time, and collects what they hand over."""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import IO, Any

from course.exercise import Exercise, Failure, Setting
from course.grading.running import sandbox_outside
from course.grading.running.limits import LIMITS, Limits
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
from course.grading.running.wire import LIMIT, PARTS, Garbled, decode, encode, parts

TOTAL = 16 * 2**20
"""The most bytes that are read from one child: the values of its checks, and its output."""
FLOOD = 2**20
"""The most bytes that are read from a child's standard error."""
END_TIME = 90.0
"""The seconds that the fork server may take to end a child: one that has filled its memory takes a while."""
GRACE = 2.0
"""The seconds after its time limit in which messages that a child sent in time are still read."""


class Broken(Exception):
    """The fork server does not work, by a fault of the machine or the grader, never of an answer."""


class ForkServer:
    """A process that has imported what a setting needs; each answer runs once, in a forked child of its own.

    Args:
        exercises: the exercises whose answers it can run.
        slot: the number of the grader's worker that it belongs to.
        jailed: whether it and its children run in a sandbox; see sandbox_outside.py.

    Raises:
        Broken: here and in `run`; the fork server cannot be used again then.
    """

    def __init__(
        self,
        setting: Setting,
        exercises: Sequence[Exercise],
        slot: int = 0,
        jailed: bool = True,
        limits: Limits | None = None,
    ) -> None:
        self.setting = setting
        self.slot = slot
        self.jailed = jailed
        self.limits = limits or LIMITS[setting]
        program = [
            sys.executable,
            "-m",
            "course.grading.running.fork_server",
            setting,
            *(harness(each, setting) for each in exercises),
        ]
        self.noise: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed in close()
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                self.process = subprocess.Popen(
                    sandbox_outside.command(program) if jailed else program,
                    stdin=theirs.fileno(),
                    stdout=self.noise,
                    stderr=self.noise,
                    env=environment(alone=jailed),
                    start_new_session=True,
                )
            except OSError as error:
                self.noise.close()
                self.control.close()
                raise Broken(str(error)) from error
        try:
            greeting = self._receive(IMPORTS)
        except Broken:
            self.close()
            raise
        self.threads = int(greeting.get("threads", 0))

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def run(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
        on_output: Callable[[str], None] = lambda text: None,
    ) -> Outcome:
        """Run an answer in a forked child; see single.SingleProcess.run."""
        outcome = Outcome()
        collector = OutcomeCollector(outcome, exercise, on_output)
        to_run = request(exercise, self.setting, source, path, functions, given)
        limits = replace(self.limits, cpu=int(exercise.seconds) + 1)
        with _Fork(self, to_run, limits) as child:
            failure = child.collect(collector, exercise.seconds)
        outcome.seconds = child.seconds
        outcome.memory = child.end["memory"]
        outcome.cpu = child.end["cpu"]
        outcome.noise = child.noise.decode("utf-8", "replace")
        if failure is None:
            outcome.failure = collector.failure
            outcome.output += outcome.noise
            on_output(outcome.noise)
        else:
            outcome.failure = _failure(child.end, limits, exercise.seconds) if failure.reason == "ended" else failure
        return outcome

    def probe(self, hidden: Sequence[str]) -> dict[str, bool]:
        """Try from inside whether the sandbox holds; see sandbox_inside.probe."""
        collector = _ProbeCollector()
        with _Fork(self, {}, self.limits, hidden=list(hidden)) as child:
            child.collect(collector, END_TIME)
        if not collector.done:
            raise Broken(child.noise.decode("utf-8", "replace").strip() or "the probe gave no answer")
        return collector.parts

    def _receive(self, seconds: float) -> dict[str, Any]:
        """Return the next message of the fork server, which must come within so many seconds."""
        try:
            self.control.settimeout(seconds)
            line = self.control.recv(4096)
            if line:
                message = json.loads(line)
                assert isinstance(message, dict)
                return message
        except TimeoutError as error:
            raise Broken("no answer in time") from error
        except (OSError, ValueError):
            pass
        raise Broken(self.close() or "the process has ended")

    def close(self) -> str:
        """End the process and everything that it started; return the end of its standard error."""
        self.control.close()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.noise.closed:
            return ""
        with self.noise as file:
            file.seek(0)
            return file.read().decode("utf-8", "replace")[-NOISE:].strip()


class _ProbeCollector:
    """Collects the one message of a probe."""

    def __init__(self) -> None:
        self.parts: dict[str, bool] = {}

    @property
    def done(self) -> bool:
        return bool(self.parts)

    def __call__(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"probed": dict(parts)}:
                self.parts = {str(name): held is True for name, held in parts.items()}


class _Fork:
    """One child of a fork server, from its fork to its end; used as a context."""

    def __init__(self, server: ForkServer, request: Mapping[str, Any], limits: Limits, **more: Any) -> None:
        self.server = server
        self.noise = b""
        self.seconds = 0.0
        self.parts = 0
        self.end: dict[str, Any] = {}
        self.reply, theirs = os.pipe()
        self.standard_error, their_error = os.pipe()
        with tempfile.TemporaryFile() as file:
            file.write(encode(request).encode() + b"\n")
            file.seek(0)
            message = {"do": "fork", "limits": limits.plain(), "slot": server.slot, "jailed": server.jailed, **more}
            self.began = time.monotonic()
            try:
                descriptors = [file.fileno(), theirs, their_error]
                socket.send_fds(server.control, [json.dumps(message).encode()], descriptors)
            except OSError as error:
                self._close()
                raise Broken(str(error)) from error
            finally:
                os.close(theirs)
                os.close(their_error)

    def __enter__(self) -> _Fork:
        return self

    def collect(self, collector: Collector, seconds: float) -> Failure | None:
        """Collect messages until the collector is done; return a failure if it never is."""
        deadline = self.began + seconds
        total = 0
        kept = b""
        with selectors.DefaultSelector() as selector:
            for descriptor in (self.reply, self.standard_error):
                os.set_blocking(descriptor, False)
                selector.register(descriptor, selectors.EVENT_READ)
            while True:
                left = deadline - time.monotonic()
                events = selector.select(max(0.0, left))
                # on a busy machine, messages that came in time may be read late
                if left < -GRACE or (left <= 0 and not events):
                    return Failure("time-limit", {"seconds": seconds})
                for key, _ in events:
                    block = os.read(key.fd, 2**16)
                    total += len(block)
                    if total > TOTAL or len(self.noise) > FLOOD:
                        return Failure("output")
                    if key.fd == self.standard_error:
                        self.noise += block
                        if not block:
                            selector.unregister(self.standard_error)
                        continue
                    if not block:
                        return Failure("ended")
                    *lines, kept = (kept + block).split(b"\n")
                    for line in lines:
                        failure = self._collect_line(line, collector)
                        if failure is not None or collector.done:
                            return failure
                    if len(kept) > LIMIT:
                        return Failure("garbled")

    def _collect_line(self, line: bytes, collector: Collector) -> Failure | None:
        self.parts += parts(line)
        try:
            message = decode(line) if self.parts <= PARTS else None
        except Garbled:
            return Failure("garbled")
        if not isinstance(message, dict):
            return Failure("garbled")
        collector(message)
        return None

    def __exit__(self, *raised: object) -> None:
        """End the child, and receive how it ended."""
        self.seconds = time.monotonic() - self.began
        try:
            with suppress(OSError):
                self.server.control.send(b'{"do": "end"}')
            self.end = self.server._receive(END_TIME)
            # its last output is still in the pipe; every process that it started has ended as well
            with suppress(OSError):
                while len(self.noise) < FLOOD and (block := os.read(self.standard_error, 2**16)):
                    self.noise += block
        finally:
            self.noise = self.noise[-NOISE:]
            self._close()

    def _close(self) -> None:
        os.close(self.reply)
        os.close(self.standard_error)


def _failure(end: Mapping[str, Any], limits: Limits, seconds: float) -> Failure:
    """Return why a child ended before it had answered, from the exit code and CPU time that the fork server reports."""
    code = end["ended"]
    if end["killed"] == "memory":
        return Failure("memory")
    if end["killed"] == "asked":
        # it closed its channel and went on running
        return Failure("ended", {"code": 0})
    if code in (-signal.SIGKILL, -signal.SIGXCPU):
        # the first process of a namespace cannot kill itself: the system did, for its CPU time or for its memory
        return Failure("time-limit", {"seconds": seconds}) if end["cpu"] >= limits.cpu - 1 else Failure("killed")
    if code < 0:
        return Failure("crashed")
    return Failure("ended", {"code": code})
