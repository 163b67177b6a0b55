"""A student's sheet: everything that one student handed in, and what of it counts."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from course.contents import exercises
from course.exercise import Check, Setting, Verdict
from course.grading.records import Entry, Student
from course.grading.reports.words import known


class Column(NamedTuple):
    """An exercise in one setting, as a gradebook has a column for it."""

    exercise: str
    setting: Setting

    @property
    def name(self) -> str:
        return self.exercise if self.setting == "plain" else f"{self.exercise}/{self.setting}"


@dataclass(frozen=True)
class Sheet:
    """A student with every entry of theirs, in the order of the exercises they answer and of the attempts."""

    student: Student
    entries: tuple[Entry, ...]

    def by_column(self) -> dict[Column, list[Entry]]:
        """The entries that answer an exercise, attempts together."""
        found: dict[Column, list[Entry]] = {}
        for entry in self.entries:
            if entry.submission.exercise:
                found.setdefault(column_of(entry), []).append(entry)
        return found

    def counted(self) -> dict[Column, Entry]:
        """The attempt that the grade is taken from."""
        return {column_of(entry): entry for entry in self.entries if entry.counts and entry.submission.exercise}

    @property
    def points(self) -> float:
        """The sum over the exercises; of one answered in two settings the better answer counts."""
        best: dict[str, float] = {}
        for column, entry in self.counted().items():
            best[column.exercise] = max(entry.points, best.get(column.exercise, entry.points))
        return sum(best.values())


def column_of(entry: Entry) -> Column:
    return Column(entry.submission.exercise, entry.submission.setting)


def told_of(entries: list[Entry]) -> Entry:
    """Of several attempts at one exercise, the one to tell of: that which counts, else the last."""
    return next((entry for entry in entries if entry.counts), entries[-1])


def judged(entry: Entry) -> list[tuple[Check, Verdict]]:
    """The checks with their verdicts; none where the exercise is no longer what was judged."""
    exercise = known(entry.submission.exercise)
    checks = {check.name: check for check in exercise.checks} if exercise else {}
    verdicts = entry.result.verdicts
    if not all(each.check in checks and (each.waits_for or each.check) in checks for each in verdicts):
        return []
    return [(checks[verdict.check], verdict) for verdict in verdicts]


def place(column: Column) -> tuple[int, str, str]:
    """Orders columns as the chapters have their exercises, unknown ones last."""
    names = [exercise.name for exercise in exercises()]
    known_place = names.index(column.exercise) if column.exercise in names else len(names)
    return known_place, column.exercise, column.setting


def sheets(entries: Iterable[Entry], roster: Mapping[str, Student], nothing: Iterable[str] = ()) -> Iterator[Sheet]:
    """The sheets of those who handed something in, and of those with the ids in `nothing`, in the order of the ids.

    Args:
        entries: ordered by student.
        roster: knows better what a student is called than what was handed in.
    """

    def handed_in() -> Iterator[Sheet]:
        for student, group in groupby(entries, key=lambda entry: entry.submission.student.id):
            theirs = tuple(group)
            yield Sheet(roster.get(student, theirs[-1].submission.student), theirs)

    empty = (Sheet(roster[student], ()) for student in sorted(nothing))
    return heapq.merge(handed_in(), empty, key=lambda sheet: sheet.student.id)
