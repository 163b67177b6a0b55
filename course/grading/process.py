"""Starts the process that runs an answer, and collects what it hands over, within a time limit."""

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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import course
from course.exercise import Exercise, Failure, Handed, Setting
from course.grading.wire import LIMIT, Garbled, decode, encode

PACKAGE = Path(course.__file__).resolve().parent
IMPORTS = 300.0
"""How long the imports may take, in seconds: the first ones after an installation take minutes on some machines."""
LINES = 100_000
"""How many messages are read from one process at most: more than the output that is kept can be cut into."""
TOLD = ("syntax", "missing", "signature", "not-started", "raised", "memory", "ended")
"""The reasons that a child may give; what else becomes of it is for this side to say."""
OUTPUT = 25_000
"""How many characters of an answer's output are kept here, whatever its process has cut already."""
NOISE = 4_000
"""How many bytes of what the process left on standard error are kept."""


@dataclass
class Ran:
    """What came of running an answer once.

    Attributes:
        handed: what each check handed over, or how it failed; a check that was not reached is not there.
        failure: why the answer could not be run at all, or ended before its time; None if it went through.
        output: what the answer printed.
        noise: the end of what else stands on standard error, for when a process ends without a word.
        seconds: how long it took, imports aside.
        memory, cpu: bytes at its peak, and seconds of processor time; 0 where nobody counted.
    """

    handed: dict[str, Handed | Failure] = field(default_factory=dict)
    failure: Failure | None = None
    output: str = ""
    noise: str = ""
    seconds: float = 0.0
    memory: int = 0
    cpu: float = 0.0


def environment(alone: bool = False) -> dict[str, str]:
    """The environment of a process that runs answers: this one's, or with `alone` nothing of it."""
    # small models are fastest on one thread, and do not get into one another's way
    threads = (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "TF_NUM_INTRAOP_THREADS",
        "TF_NUM_INTEROP_THREADS",
    )
    settings = dict.fromkeys(threads, "1")
    settings |= {"PYTHONIOENCODING": "utf-8", "TF_CPP_MIN_LOG_LEVEL": "3", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}
    # an answer that plots opens no window
    settings["MPLBACKEND"] = "Agg"
    # a process with a second thread, here one of Arrow's, is none to fork
    settings |= {"ARROW_DEFAULT_MEMORY_POOL": "system", "JE_ARROW_MALLOC_CONF": "background_thread:false"}
    if alone:
        # the package may have been found by the directory that the grader was started in
        return settings | {"PATH": os.defpath, "HOME": "/tmp", "LANG": "C.UTF-8", "PYTHONPATH": str(PACKAGE.parent)}
    return {**os.environ, **settings}


def harness(exercise: Exercise, setting: Setting) -> str:
    """The module that calls the answers to an exercise."""
    return f"course.{exercise.chapter}.harness.{exercise.file_name(setting).removesuffix('.py')}"


def request(
    exercise: Exercise,
    setting: Setting,
    source: str,
    path: str,
    functions: Sequence[Mapping[str, Any]],
    given: Mapping[str, Any],
) -> dict[str, Any]:
    """What a process is asked, to run an answer once; see Child.run."""
    return {
        "path": path,
        "source": source,
        "functions": functions,
        "checks": [check.name for check in exercise.checks],
        "given": given,
        "harness": harness(exercise, setting),
    }


class Child:
    """A process that has imported what answers to some exercises need, or is about to, and runs them.

    One answer can leave traces that the next one finds: answers of different people take a process each.
    """

    def __init__(self, setting: Setting, *exercises: Exercise) -> None:
        self.setting, self.exercises = setting, exercises
        self.ready, self.seen = False, 0
        self.noise = tempfile.TemporaryFile()  # noqa: SIM115 - closed in close()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "course.grading.child", setting, *(harness(each, setting) for each in exercises)],
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

    def __enter__(self) -> Child:
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
    ) -> Ran:
        """Run an answer. A run that does not come to its end is the last of this process.

        Args:
            source: the text of the answer; `path` is what its tracebacks call it.
            functions: those that the starter asks for, by name and parameters.
        """
        ran = Ran()
        take = Taking(ran, exercise, on_output)
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

    def _wait(self, take: Taker, seconds: float) -> Failure | None:
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


class Taker(Protocol):
    """Takes messages one by one until it is done; nothing in them is trusted to be of any kind."""

    def __call__(self, message: Mapping[str, Any]) -> None: ...

    @property
    def done(self) -> bool: ...


class _Ready:
    done = False

    def __call__(self, message: Mapping[str, Any]) -> None:
        self.done = self.done or message.get("ready") is True


class Taking:
    """Sorts the messages of one run."""

    def __init__(self, ran: Ran, exercise: Exercise, on_output: Callable[[str], None]) -> None:
        self.ran = ran
        self.left = [check.name for check in exercise.checks]
        self.on_output = on_output
        self.failure: Failure | None = None

    @property
    def done(self) -> bool:
        return self.failure is not None or not self.left

    def __call__(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"output": str(text)}:
                text = text[: max(0, OUTPUT - len(self.ran.output))]
                self.ran.output += text
                self.on_output(text)
            case {"loaded": dict(failed)}:
                self.failure = _failure(failed)
            case {"check": str(name), "handed": dict(values)} if name in self.left:
                self.left.remove(name)
                self.ran.handed[name] = Handed(values)
            case {"check": str(name), "failure": dict(failed)} if name in self.left:
                self.left.remove(name)
                self.ran.handed[name] = _failure(failed)


def _failure(told: Mapping[str, Any]) -> Failure:
    """A failure as the child tells it; whatever is not of the right kind is left out."""
    reason, data = told.get("reason"), told.get("data")
    frames = told.get("frames")
    return Failure(
        reason if isinstance(reason, str) and reason in TOLD else "garbled",
        data if isinstance(data, dict) else {},
        tuple(
            (frame[0], frame[1], frame[2])
            for frame in (frames if isinstance(frames, list) else ())
            if isinstance(frame, list) and [type(part) for part in frame] == [int, str, str]
        ),
    )
