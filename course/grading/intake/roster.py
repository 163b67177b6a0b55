"""Reads the roster of a class: a CSV file with the columns `id`, `name` and `language`."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from course.grading.intake.files import fold
from course.grading.records import Student
from course.i18n import LANGUAGES, N_, negotiate
from course.message import WrongUse


@dataclass(frozen=True)
class Roster:
    """The students of a class by their id, in the order of the file."""

    students: Mapping[str, Student] = field(default_factory=dict)

    @cached_property
    def _folded(self) -> Mapping[str, list[Student]]:
        found: dict[str, list[Student]] = {}
        for student in self.students.values():
            found.setdefault(fold(student.id), []).append(student)
        return found

    def find(self, id: str) -> Student | None:
        """Return the student of that id, or the only one whose id differs in capital letters alone; None if there is none."""
        alike = self._folded.get(fold(id), [])
        return self.students.get(id) or (alike[0] if len(alike) == 1 else None)


def read_roster(path: Path, language: str = "en") -> Roster:
    """Read a roster from a file: columns in any order, others ignored, separated by `,` or `;`, in UTF-8.

    Args:
        language: of students for whom the file has none.

    Raises:
        WrongUse: the file cannot be read, or a line is invalid.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongUse(
            N_("The roster `{path}` cannot be read ({reason}): check the path and its permissions."),
            path=path,
            reason=error.strerror,
        ) from error
    except UnicodeDecodeError as error:
        raise WrongUse(N_("The roster `{path}` is not encoded in UTF-8: save it again as UTF-8."), path=path) from error
    head = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ",")
    students: dict[str, Student] = {}
    columns: dict[str, int] | None = None
    try:
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if columns is None:
                columns = {name.strip().lower(): place for place, name in enumerate(row)}
                if "id" not in columns:
                    break
                continue
            student = _student(row, columns, language, path, rows.line_num)
            if student.id in students:
                raise WrongUse(
                    N_(
                        "The id `{id}` in line {line} of the roster `{path}` already stands in an earlier line: give each student a different id."
                    ),
                    path=path,
                    line=rows.line_num,
                    id=student.id,
                )
            students[student.id] = student
    except csv.Error as error:
        raise WrongUse(
            N_("Line {line} of the roster `{path}` is not valid CSV: correct this line."), path=path, line=rows.line_num
        ) from error
    if columns is None or "id" not in columns:
        raise WrongUse(
            N_(
                "Line {line} of the roster `{path}` must name the columns, but there is no column `id`: add it. The columns `name` and `language` are optional."
            ),
            path=path,
            line=max(rows.line_num, 1),
        )
    return Roster(students)


def _student(row: list[str], columns: Mapping[str, int], language: str, path: Path, line: int) -> Student:
    def cell(name: str) -> str:
        place = columns.get(name, len(row))
        return row[place].strip() if place < len(row) else ""

    if not cell("id"):
        raise WrongUse(
            N_("In line {line} of the roster `{path}` the id is missing: add the student's id."), path=path, line=line
        )
    known = negotiate(cell("language")) if cell("language") else language
    if known is None:
        raise WrongUse(
            N_("In line {line} of the roster `{path}` the language `{language}` is unknown: use one of {languages}."),
            path=path,
            line=line,
            language=cell("language"),
            languages=", ".join(f"`{each}`" for each in LANGUAGES),
        )
    return Student(cell("id"), cell("name"), known)
