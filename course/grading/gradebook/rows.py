"""Converts submissions and results to rows of a gradebook and back: plain columns, and JSON for nested values."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from course.exercise import Verdict
from course.grading.feedback import LONGEST, printable
from course.grading.records import STATUSES, Note, Result, Student, Submission

MOST = 2**18
"""The number of characters of one verdict that are kept: an answer can send as many as it likes."""


def compress(source: str) -> bytes:
    """Return a text compressed."""
    return zlib.compress(source.encode())


def decompress(source: bytes) -> str:
    """Return the text that `compress` was given."""
    return zlib.decompress(source).decode()


def submission_row(submission: Submission) -> dict[str, Any]:
    """Return the columns of a submission, without its text, which has a table of its own."""
    return {
        "student": submission.student.id,
        "name": submission.student.name,
        "language": submission.student.language,
        "exercise": submission.exercise,
        "setting": submission.setting,
        "origin": submission.origin,
        "sha256": submission.sha256,
        "handed_in": submission.handed_in,
        "attempt": submission.attempt,
        "refused": None if submission.refused is None else json.dumps(_note_fields(submission.refused)),
        "notes": json.dumps([_note_fields(note) for note in submission.notes]),
    }


def read_submission(row: sqlite3.Row) -> Submission:
    """Return the submission of a row, which has its `text` too."""
    return Submission(
        student=Student(row["student"], row["name"], row["language"]),
        source="" if row["refused"] is not None else decompress(row["text"]),
        refused=None if row["refused"] is None else Note(**json.loads(row["refused"])),
        notes=tuple(Note(**fields) for fields in json.loads(row["notes"])),
        **{name: row[name] for name in ("exercise", "setting", "origin", "sha256", "handed_in", "attempt")},
    )


def result_row(result: Result) -> dict[str, Any]:
    """Return the columns of a result. A tuple in its data becomes a list, and a value that JSON lacks its printable text."""
    return {
        "status": result.status,
        "points": result.points,
        "possible": result.of,
        "verdicts": json.dumps([_verdict_fields(verdict) for verdict in result.verdicts]),
        # as JSON, which can hold unpaired surrogates
        "output": json.dumps(result.output),
        "seconds": result.seconds,
        "memory": result.memory,
        "tries": result.tries,
    }


def read_result(row: sqlite3.Row) -> Result:
    """Return the result of a row. Raises ValueError for a status that there is not."""
    if row["status"] not in STATUSES:
        raise ValueError(row["status"])
    return Result(
        of=row["possible"],
        verdicts=tuple(_verdict(fields) for fields in json.loads(row["verdicts"])),
        output=json.loads(row["output"]),
        **{name: row[name] for name in ("status", "points", "seconds", "memory", "tries")},
    )


def _note_fields(note: Note) -> dict[str, Any]:
    return {"name": note.name, "data": _plain(note.data)}


def _verdict_fields(verdict: Verdict) -> dict[str, Any]:
    """Return the fields of a verdict, without data and frames if they are too long."""
    fields = asdict(replace(verdict, data=_plain(verdict.data)))
    if len(json.dumps(fields)) > MOST:
        return asdict(replace(verdict, mistake=verdict.mistake[:LONGEST], data={}, frames=()))
    return fields


def _verdict(fields: Mapping[str, Any]) -> Verdict:
    frames = tuple((line, function, text) for line, function, text in fields["frames"])
    return Verdict(**{**fields, "frames": frames})


def _plain(value: Any) -> Any:
    """Return the value as JSON can hold it: sequences and arrays as lists, other objects as their printable text."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, np.ndarray | np.generic) and not isinstance(value, np.longdouble | np.clongdouble):
        return _plain(value.tolist())
    if isinstance(value, int) and abs(value) < 2**64:
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    try:
        return printable(str(value))[:LONGEST]
    except Exception:  # a value from an answer may be a number of a million digits
        return type(value).__name__
