"""Counts the results of a class: the numbers that reports need besides the students' sheets."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from course.case import Case
from course.cases.drawing import case_of_exercise
from course.contents import exercise_if_known
from course.exercise import Check, Verdict
from course.grading.feedback import FAILURES
from course.grading.records import Entry, Status
from course.grading.reports.sheet import Column, Sheet, check_verdicts, column_order, representative


@dataclass
class CaseCount:
    """How a class did with the mistake of a case, whether each student had the same script or one that was drawn.

    Attributes:
        tried: the number of students with an answer that was run.
        attempts: for each student who repaired it, the number of the attempt that did.
    """

    case: Case
    tried: int = 0
    attempts: list[int] = field(default_factory=list)


@dataclass
class Survey:
    """Counts of one pass over a gradebook.

    Attributes:
        most: the points of each exercise.
        points: the sum over the answers that count, by exercise and setting; `answers` is their number.
        seconds: the wall time of each answer that was run.
        states: the number of times that each check was passed and failed, over one answer of each student.
        mistakes: the number of times that each was made, by exercise, check and name; `examples` has a verdict for each.
        cases: how the class did with each case that somebody tried, by program and name.
        handed_in: the ids of the students with an entry.
    """

    statuses: Counter[Status] = field(default_factory=Counter)
    most: dict[str, int] = field(default_factory=dict)
    points: defaultdict[Column, float] = field(default_factory=lambda: defaultdict(float))
    answers: Counter[Column] = field(default_factory=Counter)
    seconds: dict[Column, array[float]] = field(default_factory=dict)
    states: dict[tuple[str, str], Counter[Literal["passed", "failed", "waiting"]]] = field(default_factory=dict)
    mistakes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str, str], Verdict] = field(default_factory=dict)
    cases: dict[tuple[str, str], CaseCount] = field(default_factory=dict)
    handed_in: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, sheets: Iterable[Sheet]) -> Survey:
        survey = cls()
        for sheet in sheets:
            survey.handed_in.add(sheet.student.id)
            survey.statuses.update(entry.result.status for entry in sheet.entries)
            for column, entries in sheet.by_column().items():
                survey._add(column, entries)
        return survey

    def _add(self, column: Column, entries: list[Entry]) -> None:
        if all(entry.submission.refused is not None for entry in entries):
            # a file that was not run does not make an exercise part of the class's work
            return
        exercise = exercise_if_known(column.exercise)
        most = exercise.points if exercise else max(entry.result.of for entry in entries)
        self.most[column.exercise] = max(most, self.most.get(column.exercise, 0))
        times = self.seconds.setdefault(column, array("d"))
        times.extend(entry.result.seconds for entry in entries if entry.result.verdicts)
        self._add_cases(entries)
        entry = representative(entries)
        if entry.counts:
            self.points[column] += entry.points
            self.answers[column] += 1
        for check, verdict in check_verdicts(entry):
            self.states.setdefault((column.exercise, check.name), Counter())[verdict.state] += 1
            if verdict.state == "failed":
                name = mistake_name(check, verdict.mistake)
                self.mistakes[column.exercise, check.name, name] += 1
                self.examples.setdefault((column.exercise, check.name, name), replace(verdict, mistake=name))

    def _add_cases(self, entries: list[Entry]) -> None:
        """Count the cases of a student's entries, which are in the order of the attempts."""
        tried: dict[str, list[Status]] = {}
        for entry in entries:
            if entry.result.verdicts:
                tried.setdefault(entry.submission.exercise, []).append(entry.result.status)
        for name, statuses in tried.items():
            found = case_of_exercise(name)
            if found is not None:
                program, case = found
                count = self.cases.setdefault((program.name, case.name), CaseCount(case))
                count.tried += 1
                count.attempts += [statuses.index("passed") + 1] if "passed" in statuses else []

    @property
    def columns(self) -> list[Column]:
        return sorted(self.seconds, key=column_order)

    @property
    def total(self) -> int:
        """Return the most points that a student can have."""
        return sum(self.most.values())

    def hardest(self, most: int) -> list[tuple[str, str, float]]:
        """Return the checks that fail most often where they are run, as (exercise, check, share)."""
        shares = [
            (exercise, check, counts["failed"] / (counts["failed"] + counts["passed"]))
            for (exercise, check), counts in self.states.items()
            if counts["failed"]
        ]
        return sorted(shares, key=lambda each: -each[2])[:most]


def mistake_name(check: Check, name: str) -> str:
    """Return the name of a declared mistake or failure, and `garbled` for any other name that an answer sent."""
    ours = name in FAILURES or any(name == mistake.name for mistake in check.mistakes)
    return name if ours else "garbled"
