"""The client of a fork server: runs answers in forked children, one at a time, and collects what they hand over."""

from __future__ import annotations

import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from course.exercise import Exercise, Failure, Setting
from course.grading.running import sandbox_outside
from course.grading.running.clock import TICK, Clock
from course.grading.running.limits import LIMITS, Limits
from course.grading.running.memory_group import make_group
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
from course.grading.running.sandbox_outside import Level
from course.grading.running.users import ReservedUser, kill_each, remove_files
from course.grading.running.wire import LIMIT, PARTS, Garbled, decode, encode, parts

TOTAL = 16 * 2**20
"""The most bytes that are read from one child: the values of its checks, and its output."""
FLOOD = 2**20
"""The most bytes that are read from a child's standard error."""
END_TIME = 90.0
"""The seconds that the fork server may take to end a child: one that has filled its memory takes a while."""
ENDING = 1.0
"""The seconds in which a child that has closed its channel may end by itself."""
GRACE = 2.0
"""The seconds after its time limit in which messages that a child sent in time are still read."""


class Broken(Exception):
    """The fork server does not work, by a fault of the machine or the grader, never of an answer."""


class ForkServer:
    """A process that has imported what a setting needs; each answer runs once, in a forked child of its own.

    Args:
        exercises: the exercises whose answers it can run.
        level: of isolation: "jail" for a sandbox around it and its children, "user" for children with a user id of their
            own; see sandbox_outside.py.

    Raises:
        Broken: here and in `run`; the fork server cannot be used again then.
    """

    def __init__(
        self,
        setting: Setting,
        exercises: Sequence[Exercise],
        level: Level = "jail",
        limits: Limits | None = None,
    ) -> None:
        self.setting = setting
        self.level = level
        self.limits = limits or LIMITS[setting]
        self.imported = {harness(each, setting) for each in exercises}
        with ExitStack() as stack:
            try:
                self._start(exercises, stack)
            except OSError as error:
                raise Broken(str(error)) from error
            self._stack = stack.pop_all()

    def _start(self, exercises: Sequence[Exercise], stack: ExitStack) -> None:
        jailed = self.level == "jail"
        own_user = self.level == "user" or (jailed and os.geteuid() == 0)
        self.user = _reserve_user(stack) if own_user else 0
        # for the process that ends the others: they must not be able to end it
        self.other = _reserve_user(stack) if self.level == "user" else 0
        self.group = make_group()
        if self.group is not None:
            stack.callback(self.group.close)
        program = [
            sys.executable,
            "-m",
            "course.grading.running.fork_server",
            self.setting,
            *(harness(each, self.setting) for each in exercises),
        ]
        variables, directory = environment(alone=jailed), None
        if jailed:
            program = sandbox_outside.command(program)
        elif self.level == "user":
            # what this process imports, loads and writes must lie in no directory that an answer can write to
            directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="course-"))
            sandbox_outside.copy_visible(Path(directory))
            variables = environment(alone=True, packages=directory)
            variables |= {"HOME": directory, "TMPDIR": directory, "PYTHONNOUSERSITE": "1"}
        if self.group is not None:
            program = self.group.command(program)
        self.noise: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the stack
        stack.callback(self.noise.close)
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        stack.callback(self.control.close)
        with theirs:
            self.process = subprocess.Popen(
                program,
                stdin=theirs.fileno(),
                stdout=self.noise,
                stderr=self.noise,
                env=variables,
                cwd=directory,
                start_new_session=True,
            )
        stack.callback(self._end)
        greeting = self._receive(IMPORTS)
        self.threads = int(greeting.get("threads", 0))
        if self.group is not None:
            # as the fork server counts, or twice that where it cannot
            self.group.allow(2 * self.limits.memory)

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
        limits = replace(self.limits, cpu=int(exercise.import_seconds + exercise.seconds) + 1)
        killed = self.group.kills() if self.group else 0
        with _Fork(self, to_run, limits, Clock(exercise.seconds, exercise.import_seconds)) as child:
            failure = child.collect(collector)
        if not child.confined:
            raise Broken(child.noise.decode("utf-8", "replace").strip() or "the child could not be confined")
        outcome.seconds = child.seconds
        outcome.memory = child.end["memory"]
        outcome.cpu = child.end["cpu"]
        outcome.noise = child.noise.decode("utf-8", "replace")
        if failure is None:
            outcome.failure = collector.failure
            outcome.output += outcome.noise
            on_output(outcome.noise)
        else:
            out_of_memory = self.group is not None and self.group.kills() > killed
            outcome.failure = _failure(child, limits, out_of_memory) if failure.reason == "ended" else failure
        return outcome

    def has_imported(self, exercise: Exercise) -> bool:
        """Whether an answer to the exercise need not wait for imports."""
        return harness(exercise, self.setting) in self.imported

    def import_harness(self, exercise: Exercise) -> None:
        """Import what answers to one more exercise need."""
        if not self.has_imported(exercise):
            try:
                self.control.send(json.dumps({"do": "import", "harness": harness(exercise, self.setting)}).encode())
            except OSError as error:
                raise Broken(str(error)) from error
            self._receive(IMPORTS)
            self.imported.add(harness(exercise, self.setting))

    def interrupt(self) -> None:
        """End the answer that runs, if one does; may be called from another thread."""
        with suppress(OSError):
            self.control.send(b'{"do": "end"}')

    def probe(self, hidden: Sequence[str]) -> dict[str, bool]:
        """Try from inside whether the isolation holds; see sandbox_inside.probe and probe_user."""
        collector = _ProbeCollector()
        with _Fork(self, {}, self.limits, Clock(END_TIME, END_TIME), hidden=list(hidden)) as child:
            child.collect(collector)
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
        raise Broken(self._end() or "the process has ended")

    def close(self) -> None:
        """End the process and everything that it started."""
        self._stack.close()

    def _end(self) -> str:
        """End the process and everything that it started; return the end of its standard error."""
        self.control.close()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.level == "user":
            with suppress(RuntimeError):
                kill_each(self.user)
            remove_files(self.user)
        if self.noise.closed:
            return ""
        with self.noise as file:
            file.seek(0)
            return file.read().decode("utf-8", "replace")[-NOISE:].strip()


def _reserve_user(stack: ExitStack) -> int:
    user = ReservedUser()
    stack.callback(user.close)
    return user.id


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

    def __init__(
        self, server: ForkServer, request: Mapping[str, Any], limits: Limits, clock: Clock, **more: Any
    ) -> None:
        self.server = server
        self.noise = b""
        self.seconds = 0.0
        self.parts = 0
        self.confined = False
        self.ending = False
        self.end: dict[str, Any] = {}
        self.reply, theirs = os.pipe()
        self.standard_error, their_error = os.pipe()
        ids = {"user": server.user, "other": server.other}
        message = {"do": "fork", "limits": limits.plain(), **ids, "level": server.level, **more}
        self.clock = clock
        try:
            with tempfile.TemporaryFile() as file:
                file.write(encode(request).encode() + b"\n")
                file.seek(0)
                self.clock.start()
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

    def collect(self, collector: Collector) -> Failure | None:
        """Collect messages until the collector is done; return a failure if it never is."""
        total = 0
        kept = bytearray()
        with selectors.DefaultSelector() as selector:
            for descriptor in (self.reply, self.standard_error):
                os.set_blocking(descriptor, False)
                selector.register(descriptor, selectors.EVENT_READ)
            selector.register(self.server.control, selectors.EVENT_READ)
            late = 0.0
            while True:
                events = selector.select(TICK)
                # on a busy machine, messages that came in time may be read late
                failure = self._overdue()
                if failure is not None:
                    late = late or time.monotonic() + GRACE
                    if not events or time.monotonic() > late:
                        return failure
                for key, _ in events:
                    if key.fileobj is self.server.control:
                        self._hear()
                        if self.end:
                            selector.unregister(self.server.control)
                        continue
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
                        self.ending = True
                        return Failure("ended")
                    kept += block
                    if b"\n" in block:
                        *lines, kept = kept.split(b"\n")
                        for line in lines:
                            failed = self._collect_line(bytes(line), collector)
                            if failed is not None or collector.done:
                                return failed
                    if len(kept) > LIMIT:
                        return Failure("garbled")

    def _overdue(self) -> Failure | None:
        """Return why the child must be ended; raise Broken where it is the machine that is slow."""
        if self.confined:
            return self.clock.failure()
        if self.clock.wall > END_TIME:
            raise Broken("the child did not start in time")
        return None

    def _hear(self) -> None:
        """Take a message of the fork server: the CPU time of the child, or how it ended."""
        message = self.server._receive(END_TIME)
        if "cpu" in message and "ended" not in message:
            self.clock.used(float(message["cpu"]))
        else:
            self.end = message

    def _collect_line(self, line: bytes, collector: Collector) -> Failure | None:
        self.parts += parts(line)
        try:
            message = decode(line) if self.parts <= PARTS else None
        except Garbled:
            return Failure("garbled")
        if not isinstance(message, dict):
            return Failure("garbled")
        if "confined" in message and not self.confined:
            self.confined = True
            self.clock.start()
        if "loaded" in message:
            self.clock.loaded()
        collector(message)
        return None

    def __exit__(self, *raised: object) -> None:
        """End the child, and receive how it ended."""
        self.seconds = self.clock.wall
        try:
            if self.ending and not self.end:
                # a process closes its channel a moment before it has ended
                ready, _, _ = select.select([self.server.control], [], [], ENDING)
                if ready:
                    self._hear()
            if not self.end:
                with suppress(OSError):
                    self.server.control.send(b'{"do": "end"}')
                while not self.end:
                    self._hear()
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


def _failure(child: _Fork, limits: Limits, out_of_memory: bool) -> Failure:
    """Return why a child ended before it had answered, from the exit code and CPU time that the fork server reports.

    Raises:
        Broken: the system killed it, and not for anything that it took.
    """
    code = child.end["ended"]
    if child.end["killed"] == "memory" or out_of_memory:
        return Failure("memory")
    if child.end["killed"] == "asked":
        # it closed its channel and went on running
        return Failure("ended", {"code": 0})
    if code in (-signal.SIGKILL, -signal.SIGXCPU):
        # the first process of a namespace cannot kill itself: the system did
        if child.end["cpu"] >= limits.cpu - 1:
            return Failure("time-limit", {"seconds": child.clock.seconds})
        if child.end["memory"] < limits.memory / 4 and child.server.level == "jail":
            raise Broken("the system killed the child, most often because the machine ran out of memory")
        return Failure("killed")
    if code < 0:
        return Failure("crashed")
    return Failure("ended", {"code": code})
