"""Both ways to run answers share these: the environment, the request, and the collection of messages."""

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
"""The seconds that imports may take: the first ones after an installation take minutes on some machines."""
REPORTED = ("syntax", "missing", "signature", "not-started", "raised", "memory", "ended")
"""The reasons for a failure that a child may report; all others are found by the grader itself."""
OUTPUT = 25_000
"""The number of characters of an answer's output that are kept here, however much its process sends."""
NOISE = 4_000
"""The number of bytes of a process's standard error that are kept."""


@dataclass
class Outcome:
    """The outcome of running an answer once.

    Attributes:
        handed: the values that each check handed over, or how it failed; a check that was not reached is not there.
        failure: why the answer could not be run at all, or ended too early; None if all checks were reached.
        output: the text that the answer printed.
        noise: the end of the process's standard error, for processes that end without a message.
        seconds: the wall time, without imports.
        memory, cpu: the peak in bytes, and seconds of CPU time; 0 where neither is measured.
    """

    handed: dict[str, Handed | Failure] = field(default_factory=dict)
    failure: Failure | None = None
    output: str = ""
    noise: str = ""
    seconds: float = 0.0
    memory: int = 0
    cpu: float = 0.0


def environment(alone: bool = False, packages: str = str(PACKAGE.parent)) -> dict[str, str]:
    """Return the environment of a process that runs answers: this one's with settings, or with `alone` the settings only.

    Args:
        packages: with `alone`, the directory in which Python finds this package.
    """
    # small models are fastest on one thread, and do not slow one another down
    threads = (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "TF_NUM_INTRAOP_THREADS",
        "TF_NUM_INTEROP_THREADS",
    )
    settings = dict.fromkeys(threads, "1")
    settings |= {
        "PYTHONIOENCODING": "utf-8",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "TRANSFORMERS_VERBOSITY": "error",
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    }
    # an answer that plots opens no window
    settings["MPLBACKEND"] = "Agg"
    # a process must not be forked with a second thread, such as Arrow's
    settings |= {"ARROW_DEFAULT_MEMORY_POOL": "system", "JE_ARROW_MALLOC_CONF": "background_thread:false"}
    if alone:
        # Python may have found the package by the directory that the grader was started in
        return settings | {"PATH": os.defpath, "HOME": "/tmp", "LANG": "C.UTF-8", "PYTHONPATH": packages}
    return {**os.environ, **settings}


def harness(exercise: Exercise, setting: Setting) -> str:
    """Return the name of the module that calls the answers to an exercise."""
    name = exercise.harness or exercise.file_name(setting).removesuffix(".py")
    return f"course.{exercise.chapter}.harness.{name}"


def request(
    exercise: Exercise,
    setting: Setting,
    source: str,
    path: str,
    functions: Sequence[Mapping[str, Any]],
    given: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the request to run an answer once; see single.SingleProcess.run for the arguments."""
    return {
        "path": path,
        "source": source,
        "functions": functions,
        "checks": [check.name for check in exercise.checks],
        "given": given,
        "harness": harness(exercise, setting),
    }


class Collector(Protocol):
    """Collects messages one by one until it is done, and trusts nothing in them to be of any type."""

    def __call__(self, message: Mapping[str, Any]) -> None: ...

    @property
    def done(self) -> bool: ...


class OutcomeCollector:
    """Collects the messages of one run into its outcome."""

    def __init__(self, outcome: Outcome, exercise: Exercise, on_output: Callable[[str], None]) -> None:
        self.outcome = outcome
        self.left = [check.name for check in exercise.checks]
        self.on_output = on_output
        self.failure: Failure | None = None

    @property
    def done(self) -> bool:
        return self.failure is not None or not self.left

    def __call__(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"output": str(text)}:
                text = text[: max(0, OUTPUT - len(self.outcome.output))]
                self.outcome.output += text
                self.on_output(text)
            case {"loaded": dict(failed)}:
                self.failure = _failure(failed)
            case {"check": str(name), "handed": dict(values)} if name in self.left:
                self.left.remove(name)
                self.outcome.handed[name] = Handed(values)
            case {"check": str(name), "failure": dict(failed)} if name in self.left:
                self.left.remove(name)
                self.outcome.handed[name] = _failure(failed)


def _failure(report: Mapping[str, Any]) -> Failure:
    """Read a failure from a child's report, and leave out what is not of the right type."""
    reason = report.get("reason")
    data = report.get("data")
    frames = report.get("frames")
    return Failure(
        reason if isinstance(reason, str) and reason in REPORTED else "garbled",
        data if isinstance(data, dict) else {},
        tuple(
            (frame[0], frame[1], frame[2])
            for frame in (frames if isinstance(frames, list) else ())
            if isinstance(frame, list) and [type(part) for part in frame] == [int, str, str]
        ),
    )
