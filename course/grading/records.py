"""The records of grading a class: students, submissions, results, overrides and gradebook entries.

Frozen declarations, and what follows from them alone. The intake makes submissions, the grader makes results, the gradebook makes
entries out of both; the reports read entries alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from course.exercise import Setting, Verdict

Status = Literal[
    "passed", "partial", "failed", "error", "timeout", "memory", "output", "unreadable", "skipped", "infrastructure"
]
"""The status of a submission, one of:

- `passed`, `partial`, `failed`: it ran, and earned all of the points, some, or none;
- `error`: it could not be run, or raised an unexpected exception, and earned nothing;
- `timeout`, `memory`, `output`: it was stopped for taking too much of that; the points it earned before count;
- `unreadable`: it contains no text that could be run;
- `skipped`: it was not run, because of the limits on one student's attempts and time;
- `infrastructure`: the grader itself failed, more than once; the answer has not been judged.
"""
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True)
class Student:
    """A student who handed something in. `name` may be empty; `language` is one of i18n.LANGUAGES."""

    id: str
    name: str = ""
    language: str = "en"


@dataclass(frozen=True)
class Note:
    """A remark on a submission: the name of its sentence in `notes.SENTENCES`, and the data that fill it."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Submission:
    """One answer to one exercise, or a file that answers none.

    Attributes:
        exercise: its name; empty where it is not known.
        origin: the path within the submissions, `archive.zip/file.ipynb` for instance; printable.
        source: the text that is run; empty where `refused` says why there is none.
        sha256: of exactly the bytes of `source` (UTF-8); where it was refused, of its origin and reason.
        handed_in: the time it was handed in, as ISO 8601 with its zone; empty if it is not known.
        attempt: counts a student's answers to one exercise, from 1, in the order they were handed in.
        refused: why it is unreadable or skipped; None for an answer that is run.
        notes: other remarks, such as on a function that was defined twice.
    """

    student: Student
    exercise: str
    setting: Setting
    origin: str
    source: str
    sha256: str
    handed_in: str = ""
    attempt: int = 1
    refused: Note | None = None
    notes: tuple[Note, ...] = ()


SKIPPED = ("beyond-limit", "beyond-time")
"""The reasons for which an answer is not run though it could be."""


@dataclass(frozen=True)
class Result:
    """The result of grading an answer; the same for all students who handed in the same text.

    Attributes:
        points, of: the points that it earned, and the most that it could.
        verdicts: one for each check; empty if it was not run.
        output: the text that it printed, cut.
        seconds: the wall time, without imports. `memory`: its peak in bytes, 0 if not known.
        tries: the number of runs; more than one only where the grader itself failed.
    """

    status: Status
    points: int
    of: int
    verdicts: tuple[Verdict, ...] = ()
    output: str = ""
    seconds: float = 0.0
    memory: int = 0
    tries: int = 1


def refuse(submission: Submission, why: Note) -> Submission:
    """Return a submission as one that is not run."""
    digest = hashlib.sha256(f"{submission.origin}\n{submission.sha256}\n{why.name}".encode()).hexdigest()
    return replace(submission, source="", sha256=digest, refused=why)


def not_run(refused: Note, of: int) -> Result:
    """Return the result of a submission that was refused. `of` is the most points that its exercise gives."""
    return Result("skipped" if refused.name in SKIPPED else "unreadable", 0, of)


@dataclass(frozen=True)
class Override:
    """An instructor's decision by hand. `points` is None where only a comment was left."""

    points: float | None
    comment: str
    at: str


@dataclass(frozen=True)
class Entry:
    """A submission with its result, as the gradebook has it.

    Attributes:
        number: identifies the entry in this gradebook, for `grade --explain`.
        days_late: the days begun after the due time; 0 where there is none.
        points: the override's, else the result's after the deduction for lateness.
        counts: whether it is the attempt that the grade is taken from.
    """

    number: int
    submission: Submission
    result: Result
    override: Override | None
    days_late: int
    points: float
    counts: bool
