"""The sheet of a student: all entries of one student, and those that count."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from course.cases.drawing import exercise_of_class
from course.contents import all_exercises, exercise_if_known
from course.exercise import Check, Setting, Verdict
from course.grading.records import Entry, Student


class Column(NamedTuple):
    """An exercise in one setting, as a gradebook has a column for it."""

    exercise: str
    setting: Setting

    @property
    def name(self) -> str:
        return self.exercise if self.setting == "plain" else f"{self.exercise}/{self.setting}"


@dataclass(frozen=True)
class Sheet:
    """A student with all entries, ordered by exercise and attempt."""

    student: Student
    entries: tuple[Entry, ...]

    def by_column(self) -> dict[Column, list[Entry]]:
        """Return the entries that answer an exercise, grouped by exercise and setting."""
        found: dict[Column, list[Entry]] = {}
        for entry in self.entries:
            if entry.submission.exercise:
                found.setdefault(column_of(entry), []).append(entry)
        return found

    def counted(self) -> dict[Column, Entry]:
        """Return for each exercise and setting the attempt that the grade is taken from."""
        return {column_of(entry): entry for entry in self.entries if entry.counts and entry.submission.exercise}

    @property
    def points(self) -> float:
        """Return the sum over the exercises; of an exercise answered in two settings the better answer counts."""
        best: dict[str, float] = {}
        for column, entry in self.counted().items():
            best[column.exercise] = max(entry.points, best.get(column.exercise, entry.points))
        return sum(best.values())


def column_of(entry: Entry) -> Column:
    return Column(exercise_of_class(entry.submission.exercise), entry.submission.setting)


def representative(entries: list[Entry]) -> Entry:
    """Return the attempt that stands for several at one exercise: the one that counts, else the last."""
    return next((entry for entry in entries if entry.counts), entries[-1])


def check_verdicts(entry: Entry) -> list[tuple[Check, Verdict]]:
    """Return the checks with their verdicts; none where the exercise has other checks now."""
    exercise = exercise_if_known(entry.submission.exercise)
    checks = {check.name: check for check in exercise.checks} if exercise else {}
    verdicts = entry.result.verdicts
    if not all(each.check in checks and (each.waits_for or each.check) in checks for each in verdicts):
        return []
    return [(checks[verdict.check], verdict) for verdict in verdicts]


def column_order(column: Column) -> tuple[int, str, str]:
    """Return a key that sorts columns in the order of the exercises and then of the cases, unknown ones last."""
    names = [exercise.name for exercise in all_exercises()]
    position = names.index(column.exercise) if column.exercise in names else len(names)
    return position, column.exercise, column.setting


def sheets(entries: Iterable[Entry], roster: Mapping[str, Student], nothing: Iterable[str] = ()) -> Iterator[Sheet]:
    """Give the sheets of all students with entries, and of the students with the ids in `nothing`, ordered by id.

    Args:
        entries: ordered by student.
        roster: takes precedence over a name that came with the submissions.
    """

    def handed_in() -> Iterator[Sheet]:
        for student, group in groupby(entries, key=lambda entry: entry.submission.student.id):
            theirs = tuple(group)
            yield Sheet(roster.get(student, theirs[-1].submission.student), theirs)

    empty = (Sheet(roster[student], ()) for student in sorted(nothing))
    return heapq.merge(handed_in(), empty, key=lambda sheet: sheet.student.id)
