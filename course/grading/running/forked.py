"""Runs answers in children of a warm process, one at a time, and collects what they hand over."""

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
from course.grading.running.sandbox_inside import Limits
from course.grading.running.wire import LIMIT, PARTS, Garbled, decode, encode, parts

TOTAL = 16 * 2**20
"""The most bytes that are read from one child: what its checks hand over, and its output."""
FLOOD = 2**20
"""The most bytes that are read of what it writes past the channel."""
LIMITS: Mapping[Setting, Limits] = {
    "plain": Limits(memory=2**30, processes=32, files=64),
    "pt": Limits(memory=2 * 2**30, processes=64, files=128),
    "tf": Limits(memory=3 * 2**30),
}
ANSWER = 90.0
"""How long the warm process may take to end a child, in seconds: one that has filled what it could takes a while."""
GRACE = 2.0
"""How long after its time a child's last words are still read, where they are there already, in seconds."""


class Broken(Exception):
    """The warm process does not do its part: the machine's fault, or the grader's, and never an answer's."""


class ForkServer:
    """A process that has imported what a setting needs; each answer runs in a child of it, alone and only once.

    Args:
        exercises: those whose answers it may be given.
        slot: which of the grader's workers it belongs to.
        jailed: whether it and its children are shut in; see sandbox_outside.py.

    Raises:
        Broken: here and in `run`. It is of no more use then.
    """

    def __init__(
        self,
        setting: Setting,
        exercises: Sequence[Exercise],
        slot: int = 0,
        jailed: bool = True,
        limits: Limits | None = None,
    ) -> None:
        self.setting, self.slot, self.jailed, self.limits = setting, slot, jailed, limits or LIMITS[setting]
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
            said = self._told(IMPORTS)
        except Broken:
            self.close()
            raise
        self.threads = int(said.get("threads", 0))

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
        """Run an answer in a child of its own; see single.SingleProcess.run."""
        ran = Outcome()
        take = OutcomeCollector(ran, exercise, on_output)
        asked = request(exercise, self.setting, source, path, functions, given)
        limits = replace(self.limits, cpu=int(exercise.seconds) + 1)
        with _Fork(self, asked, limits) as child:
            failure = child.talk(take, exercise.seconds)
        ran.seconds, ran.memory, ran.cpu = child.seconds, child.ended["memory"], child.ended["cpu"]
        ran.noise = child.noise.decode("utf-8", "replace")
        if failure is None:
            ran.failure = take.failure
            ran.output += ran.noise
            on_output(ran.noise)
        else:
            ran.failure = _ended(child.ended, limits, exercise.seconds) if failure.reason == "ended" else failure
        return ran

    def probe(self, hidden: Sequence[str]) -> dict[str, bool]:
        """Try the jail from inside; see sandbox_inside.probe."""
        take = _Probed()
        with _Fork(self, {}, self.limits, hidden=list(hidden)) as child:
            child.talk(take, ANSWER)
        if not take.done:
            raise Broken(child.noise.decode("utf-8", "replace").strip() or "the probe gave no answer")
        return take.parts

    def _told(self, seconds: float) -> dict[str, Any]:
        """What the warm process says next."""
        try:
            self.control.settimeout(seconds)
            message = self.control.recv(4096)
            if message:
                said = json.loads(message)
                assert isinstance(said, dict)
                return said
        except TimeoutError as error:
            raise Broken("no answer in time") from error
        except (OSError, ValueError):
            pass
        raise Broken(self.close() or "the process has ended")

    def close(self) -> str:
        """End the process and all that it has started; gives the end of what it wrote on standard error."""
        self.control.close()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.noise.closed:
            return ""
        with self.noise as file:
            file.seek(0)
            return file.read().decode("utf-8", "replace")[-NOISE:].strip()


class _Probed:
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
    """One child of a warm process, from its fork to its end."""

    def __init__(self, warm: ForkServer, request: Mapping[str, Any], limits: Limits, **more: Any) -> None:
        self.warm = warm
        self.noise, self.seconds, self.parts = b"", 0.0, 0
        self.ended: dict[str, Any] = {}
        self.reply, theirs = os.pipe()
        self.aside, their_aside = os.pipe()
        with tempfile.TemporaryFile() as file:
            file.write(encode(request).encode() + b"\n")
            file.seek(0)
            message = {"do": "fork", "limits": limits.plain(), "slot": warm.slot, "jailed": warm.jailed, **more}
            self.began = time.monotonic()
            try:
                descriptors = [file.fileno(), theirs, their_aside]
                socket.send_fds(warm.control, [json.dumps(message).encode()], descriptors)
            except OSError as error:
                self._close()
                raise Broken(str(error)) from error
            finally:
                os.close(theirs)
                os.close(their_aside)

    def __enter__(self) -> _Fork:
        return self

    def talk(self, take: Collector, seconds: float) -> Failure | None:
        """Take messages until the last one; gives what went wrong, if anything did."""
        until, total, kept = self.began + seconds, 0, b""
        with selectors.DefaultSelector() as selector:
            for descriptor in (self.reply, self.aside):
                os.set_blocking(descriptor, False)
                selector.register(descriptor, selectors.EVENT_READ)
            while True:
                left = until - time.monotonic()
                events = selector.select(max(0.0, left))
                # where the machine is busy, what came in time may be read late
                if left < -GRACE or (left <= 0 and not events):
                    return Failure("time-limit", {"seconds": seconds})
                for key, _ in events:
                    block = os.read(key.fd, 2**16)
                    total += len(block)
                    if total > TOTAL or len(self.noise) > FLOOD:
                        return Failure("output")
                    if key.fd == self.aside:
                        self.noise += block
                        if not block:
                            selector.unregister(self.aside)
                        continue
                    if not block:
                        return Failure("ended")
                    *lines, kept = (kept + block).split(b"\n")
                    for line in lines:
                        failure = self._take(line, take)
                        if failure is not None or take.done:
                            return failure
                    if len(kept) > LIMIT:
                        return Failure("garbled")

    def _take(self, line: bytes, take: Collector) -> Failure | None:
        self.parts += parts(line)
        try:
            message = decode(line) if self.parts <= PARTS else None
        except Garbled:
            return Failure("garbled")
        if not isinstance(message, dict):
            return Failure("garbled")
        take(message)
        return None

    def __exit__(self, *raised: object) -> None:
        """End the child, and hear how it ended."""
        self.seconds = time.monotonic() - self.began
        try:
            with suppress(OSError):
                self.warm.control.send(b'{"do": "end"}')
            self.ended = self.warm._told(ANSWER)
            # what it wrote last is still in the pipe; whatever it started has ended as well
            with suppress(OSError):
                while len(self.noise) < FLOOD and (block := os.read(self.aside, 2**16)):
                    self.noise += block
        finally:
            self.noise = self.noise[-NOISE:]
            self._close()

    def _close(self) -> None:
        os.close(self.reply)
        os.close(self.aside)


def _ended(told: Mapping[str, Any], limits: Limits, seconds: float) -> Failure:
    """Why a child ended of itself, from what the system says of it."""
    code = told["ended"]
    if told["killed"] == "memory":
        return Failure("memory")
    if told["killed"] == "asked":
        # it went on without a way to say anything more
        return Failure("ended", {"code": 0})
    if code in (-signal.SIGKILL, -signal.SIGXCPU):
        # the first process of a namespace cannot kill itself: the system did, for one of two reasons
        return Failure("time-limit", {"seconds": seconds}) if told["cpu"] >= limits.cpu - 1 else Failure("killed")
    if code < 0:
        return Failure("crashed")
    return Failure("ended", {"code": code})
