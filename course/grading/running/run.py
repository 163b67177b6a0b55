"""Starts the process that runs an answer, and collects what it hands over, within a time limit."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import course
from course.exercise import Exercise, Failure, Handed, Setting

PACKAGE = Path(course.__file__).resolve().parent
IMPORTS = 300.0
"""How long the imports may take, in seconds: the first ones after an installation take minutes on some machines."""
TOLD = ("syntax", "missing", "signature", "not-started", "raised", "memory", "ended")
"""The reasons that a child may give; what else becomes of it is for this side to say."""
OUTPUT = 25_000
"""How many characters of an answer's output are kept here, whatever its process has cut already."""
NOISE = 4_000
"""How many bytes of what the process left on standard error are kept."""


@dataclass
class Outcome:
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
    """What a process is asked, to run an answer once; see single.SingleProcess.run."""
    return {
        "path": path,
        "source": source,
        "functions": functions,
        "checks": [check.name for check in exercise.checks],
        "given": given,
        "harness": harness(exercise, setting),
    }


class Collector(Protocol):
    """Takes messages one by one until it is done; nothing in them is trusted to be of any kind."""

    def __call__(self, message: Mapping[str, Any]) -> None: ...

    @property
    def done(self) -> bool: ...


class OutcomeCollector:
    """Sorts the messages of one run."""

    def __init__(self, ran: Outcome, exercise: Exercise, on_output: Callable[[str], None]) -> None:
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
