"""What grading a class is about: who handed in what, what came of it, and what counts.

Frozen declarations that run nothing. The intake makes submissions, the grader results, the gradebook entries out of
both; the reports read entries alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from course.exercise import Setting, Verdict

Status = Literal["passed", "partial", "failed", "error", "timeout", "memory", "output", "unreadable", "infrastructure"]
"""What became of a submission, one of:

- `passed`, `partial`, `failed`: it ran, and earned all of the points, some, or none;
- `error`: it could not be run, or raised where it should not, and earned nothing;
- `timeout`, `memory`, `output`: it was stopped for taking too much of that; what it earned before counts;
- `unreadable`: there is nothing that could be run;
- `infrastructure`: the grader itself failed, more than once; the answer has not been judged.
"""
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True)
class Student:
    """Somebody who handed something in. `name` may be empty; `language` is one of the four."""

    id: str
    name: str = ""
    language: str = "en"


@dataclass(frozen=True)
class Note:
    """Something to be told of a submission: the name of its sentence in `notes.SENTENCES`, and what fills it."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Submission:
    """One answer to one exercise, or something handed in that is none.

    Attributes:
        exercise: its name; empty where it cannot be told.
        origin: where it lies within what was handed in, `archive.zip/file.ipynb` for instance; printable.
        source: the text that is run; empty where `refused` says why there is none.
        sha256: of exactly the bytes of `source` (UTF-8); where it was refused, of its origin and reason.
        handed_in: the time it was handed in, as ISO 8601 with its zone; empty if nothing tells.
        attempt: counts a student's answers to one exercise, from 1, in the order they were handed in.
        refused: why it is unreadable; None for an answer that can be run.
        notes: what else is to be told, such as a duplicate that was settled.
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


@dataclass(frozen=True)
class Result:
    """What became of an answer; the same for everybody who handed in the same text.

    Attributes:
        points, of: earned, and the most that can be.
        verdicts: one for each check; empty if it was not run.
        output: what it printed, cut.
        seconds: of wall time, imports aside. `memory`: its peak in bytes, 0 if not known.
        tries: how often it was run; more than once only where the grader itself failed.
    """

    status: Status
    points: int
    of: int
    verdicts: tuple[Verdict, ...] = ()
    output: str = ""
    seconds: float = 0.0
    memory: int = 0
    tries: int = 1


@dataclass(frozen=True)
class Override:
    """What an instructor decided by hand. `points` is None where only a comment was left."""

    points: float | None
    comment: str
    at: str


@dataclass(frozen=True)
class Entry:
    """A submission with its result, as the gradebook has it.

    Attributes:
        number: identifies the entry in this gradebook, for `grade --explain`.
        days_late: whole days begun after the due time; 0 where there is none.
        points: what it is worth: the override's, else the result's less what lateness takes.
        counts: whether it is the attempt that the grade is taken from.
    """

    number: int
    submission: Submission
    result: Result
    override: Override | None
    days_late: int
    points: float
    counts: bool
