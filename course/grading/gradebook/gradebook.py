"""The gradebook: submissions, results and an instructor's decisions, in one SQLite file that one process writes."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from course.contents import exercise_if_known, find_exercise
from course.frameworks import versions
from course.grading.gradebook.database import Database
from course.grading.gradebook.policy import Policy
from course.grading.gradebook.rows import compress, decompress, read_result, read_submission, result_row, submission_row
from course.grading.gradebook.terms import Terms
from course.grading.records import Entry, Note, Override, Result, Status, Submission, not_run, refuse
from course.grading.versions import exercise_version, grader_version
from course.i18n import N_
from course.message import WrongUse

KEY = """sha256 = :sha256 AND exercise = :exercise AND setting = :setting
    AND exercise_version = :exercise_version AND grader_version = :grader_version AND superseded = 0"""
UNJUDGED = "(results.status IS NULL OR results.status = 'infrastructure' AND results.run < :run)"
JUDGED = "submissions JOIN results ON results.number = submissions.result AND results.status IS NOT NULL"
OWN = "student = :student AND exercise = :exercise AND setting = :setting"


@dataclass(frozen=True)
class Run:
    """One run of the grader: when, in ISO 8601, the isolation it reached, and the versions it graded with.

    `ended` is empty for a run that was stopped, or is still going on.
    """

    begun: str
    ended: str
    isolation: Mapping[str, Any]
    versions: Mapping[str, str]


class Gradebook:
    """The gradebook of a directory, made if there is none; a context manager.

    A run begins, adds every submission, records a result for each that `unjudged` gives, and finishes. It may end at any
    moment: the next one goes on from there. A result belongs to a text and to the versions of the exercise and of the
    grader, so that the same text is graded once, and again only when one of the versions has changed.

    Args:
        reading: nothing will be changed; allowed while another process grades.

    Raises:
        WrongUse: another process writes to it, or it is no gradebook of this version.
        OSError: it cannot be opened; later, from any method: it cannot be read or written. Recorded results stay.
    """

    def __init__(self, directory: Path, reading: bool = False) -> None:
        self._database = Database(directory, reading)
        self._run = 0
        self._scope: tuple[str, ...] | None = None

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *raised: object) -> None:
        self._database.close()

    def begin(
        self,
        isolation: Mapping[str, Any],
        exercises: Collection[str] | None = None,
        fresh: bool = False,
        terms: Terms | None = None,
    ) -> None:
        """Begin a run.

        Args:
            isolation: the isolation of the answers, as plain values to keep.
            exercises: the names of the exercises that are graded; None for all, and for files that answer none.
            fresh: earlier results do not count, even if this run is stopped and another goes on.
            terms: the roster and the policy, kept for later commands on this gradebook.
        """
        self._scope = None if exercises is None else tuple(exercises)
        run = {
            "begun": _now(),
            "isolation": json.dumps(isolation),
            "versions": json.dumps({"grader": grader_version(), **versions()}),
            "terms": (terms or Terms()).text(),
        }
        with self._database.transaction():
            self._database.change(
                "INSERT INTO runs (begun, isolation, versions, terms) VALUES (:begun, :isolation, :versions, :terms)",
                run,
            )
            row = self._database.first("SELECT max(number) AS run FROM runs", {})
            assert row is not None
            self._run = row["run"]
            if fresh:
                self._change_in_scope("UPDATE results SET superseded = 1 WHERE status IS NOT NULL")

    def add(self, submission: Submission) -> bool:
        """Add a submission to the run; return True if it has to be graded.

        Of equal texts only the first has to be. A refused submission gets its result here.
        """
        values = self._key(submission) | {"run": self._run}
        with self._database.transaction():
            self._database.change(
                "INSERT OR IGNORE INTO results (sha256, exercise, setting, exercise_version, grader_version)"
                " VALUES (:sha256, :exercise, :setting, :exercise_version, :grader_version)",
                values,
            )
            row = self._database.first(
                f"SELECT number, asked IS NOT :run AND {UNJUDGED} AS wanted FROM results WHERE {KEY}", values
            )
            assert row is not None
            self._place(submission, row["number"])
            if submission.refused is not None:
                exercise = exercise_if_known(submission.exercise)
                self._keep(row["number"], not_run(submission.refused, exercise.points if exercise else 0))
                return False
            self._database.change(
                "UPDATE results SET asked = :run WHERE number = :number", {"run": self._run, "number": row["number"]}
            )
            self._store(submission)
            return bool(row["wanted"])

    def skip(self, submission: Submission, why: Note) -> None:
        """Record that a submission of this run is not run; another student's of the same text still is."""
        own = "student = :student AND exercise = :exercise AND setting = :setting AND origin = :origin AND run = :run"
        values = {**submission_row(submission), "run": self._run}
        self._database.change(f"DELETE FROM submissions WHERE {own} AND sha256 = :sha256", values)
        self.add(refuse(submission, why))

    def record(self, submission: Submission, result: Result) -> None:
        """Keep the result of a submission that was added. The first result stays, unless the grader itself failed."""
        with self._database.transaction():
            row = self._database.first(
                f"SELECT number FROM results WHERE {KEY} AND (status IS NULL OR status = 'infrastructure')",
                self._key(submission),
            )
            if row is not None:
                self._keep(row["number"], result)

    def unjudged(self) -> Iterator[Submission]:
        """Give the submissions of this run without a result, one of each text, in the order they were first added.

        A failure of the grader in an earlier run is no result.
        """
        for number in self._unjudged_numbers():
            row = self._database.first(
                "SELECT * FROM submissions LEFT JOIN sources USING (sha256) WHERE number = :number", {"number": number}
            )
            assert row is not None
            with self._database.read_whole():
                submission = read_submission(row)
            yield submission

    def left(self) -> int:
        """Return the number of submissions that `unjudged` would give."""
        return len(self._unjudged_numbers())

    def finish(self) -> int:
        """End a whole run: delete the submissions in its scope that it did not add, and return their number."""
        with self._database.transaction():
            before = self._submissions()
            self._change_in_scope("DELETE FROM submissions WHERE run <> :run")
            self._database.change("UPDATE runs SET ended = :now WHERE number = :run", {"now": _now(), "run": self._run})
            return before - self._submissions()

    def _submissions(self) -> int:
        row = self._database.first("SELECT count(*) AS count FROM submissions", {})
        assert row is not None
        return int(row["count"])

    def failures(self) -> list[str]:
        """Return the reasons why the grader itself failed, each once, in the system's own words."""
        query = f"SELECT DISTINCT results.output FROM {JUDGED} WHERE results.status = 'infrastructure'"
        return [row["output"] for row in self._database.select(query, {})]

    def last_run(self) -> Run | None:
        """Return the run that began last; None if there was none."""
        row = self._database.first("SELECT * FROM runs ORDER BY number DESC LIMIT 1", {})
        if row is None:
            return None
        with self._database.read_whole():
            return Run(row["begun"], row["ended"] or "", json.loads(row["isolation"]), json.loads(row["versions"]))

    def terms(self) -> Terms:
        """Return the terms of the run that began last."""
        row = self._database.first("SELECT terms FROM runs ORDER BY number DESC LIMIT 1", {})
        with self._database.read_whole():
            return Terms() if row is None else Terms.of(row["terms"])

    def override(self, student: str, exercise: str, setting: str, points: float | None, comment: str) -> None:
        """Set the points of a student's answer to an exercise by hand, or comment on it, until the next call.

        Args:
            student: the id.
            points: None leaves them as they are, and with an empty comment takes the override back.

        Raises:
            WrongUse: the student has handed in nothing there, or the points are no number from 0 on.
        """
        values = {"student": student, "exercise": exercise, "setting": setting}
        if self._database.first(f"SELECT 1 FROM submissions WHERE {OWN}", values) is None:
            raise WrongUse(
                N_(
                    "The student `{student}` has no submission for the exercise `{exercise}` (`{setting}`): check the id and the name of the exercise."
                ),
                **values,
            )
        if points is not None and not (math.isfinite(points) and points >= 0):
            raise WrongUse(N_("`{points}` is not a valid number of points: write 0 or a larger number."), points=points)
        if points is None and not comment:
            self._database.change(f"DELETE FROM overrides WHERE {OWN}", values)
            return
        self._database.change(
            "INSERT OR REPLACE INTO overrides VALUES (:student, :exercise, :setting, :points, :comment, :at)",
            values | {"points": points, "comment": comment, "at": _now()},
        )

    def entries(self, policy: Policy) -> Iterator[Entry]:
        """Give the submissions with a result, one at a time, by student id, exercise, setting and attempt.

        Of a student's attempts at an exercise in a setting one counts, and has the override. An unreadable submission
        is an attempt only where there is no other, and one that belongs to no exercise never counts.
        """
        return self._entries("1", {}, policy)

    def entry(self, number: int, policy: Policy) -> Entry:
        """Return the entry of that number.

        Raises:
            WrongUse: there is none.
        """
        row = self._database.first(
            f"SELECT student, submissions.exercise, submissions.setting FROM {JUDGED}"
            " WHERE submissions.number = :number",
            {"number": number},
        )
        own = "student = :student AND submissions.exercise = :exercise AND submissions.setting = :setting"
        for entry in self._entries(own, dict(row), policy) if row else ():
            if entry.number == number:
                return entry
        raise WrongUse(
            N_(
                "There is no result {number} in this gradebook: the file `results.csv` lists the numbers of all results."
            ),
            number=number,
        )

    def counts(self) -> dict[Status, int]:
        """Count the entries by status; a status without entries is left out."""
        query = f"SELECT results.status, count(*) AS count FROM {JUDGED} GROUP BY results.status"
        return {row["status"]: row["count"] for row in self._database.select(query, {})}

    def source(self, sha256: str) -> str:
        """Return a text that was handed in, now or before. Raises KeyError if there is none of that digest."""
        row = self._database.first("SELECT text FROM sources WHERE sha256 = :sha256", {"sha256": sha256})
        if row is None:
            raise KeyError(sha256)
        return decompress(row["text"])

    def _key(self, submission: Submission) -> dict[str, str]:
        """Return the key of a submission's result. For a refused submission, the versions are empty."""
        refused = submission.refused is not None
        return {
            "sha256": submission.sha256,
            "exercise": submission.exercise,
            "setting": submission.setting,
            "exercise_version": ""
            if refused
            else exercise_version(find_exercise(submission.exercise), submission.setting),
            "grader_version": "" if refused else grader_version(),
        }

    def _place(self, submission: Submission, result: int) -> None:
        """Write the submission over the one of the same origin in an earlier run, so that it keeps its number."""
        values = {**submission_row(submission), "result": result, "run": self._run}
        before = self._database.first(
            f"SELECT number FROM submissions WHERE {OWN} AND origin = :origin AND (sha256 = :sha256 OR run <> :run)"
            " ORDER BY sha256 <> :sha256 LIMIT 1",
            values,
        )
        values["number"] = before["number"] if before else None
        names = list(values)
        self._database.change(
            f"INSERT OR REPLACE INTO submissions ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})",
            values,
        )

    def _store(self, submission: Submission) -> None:
        values: dict[str, Any] = {"sha256": submission.sha256}
        if self._database.first("SELECT 1 FROM sources WHERE sha256 = :sha256", values) is None:
            values["text"] = compress(submission.source)
            self._database.change("INSERT INTO sources VALUES (:sha256, :text)", values)

    def _keep(self, number: int, result: Result) -> None:
        values = {**result_row(result), "number": number, "run": self._run}
        changes = ", ".join(f"{name} = :{name}" for name in values if name != "number")
        self._database.change(f"UPDATE results SET {changes} WHERE number = :number", values)

    def _change_in_scope(self, statement: str) -> None:
        """Run a statement on the exercises of this run only."""
        values: dict[str, Any] = {"run": self._run}
        if self._scope is not None:
            names = {f"name{place}": name for place, name in enumerate(self._scope)}
            statement += f" AND exercise IN ({', '.join(f':{name}' for name in names)})"
            values |= names
        self._database.change(statement, values)

    def _unjudged_numbers(self) -> list[int]:
        rows = self._database.select(
            "SELECT min(submissions.number) AS number FROM results JOIN submissions ON results.number = submissions.result"
            f" WHERE submissions.run = :run AND {UNJUDGED} GROUP BY results.number ORDER BY 1",
            {"run": self._run},
        )
        return [row["number"] for row in rows]

    def _entries(self, which: str, values: Mapping[str, Any], policy: Policy) -> Iterator[Entry]:
        rows = self._database.select(
            "SELECT submissions.number, student, submissions.exercise, submissions.setting, handed_in, results.points,"
            f" refused IS NULL AS readable FROM {JUDGED} WHERE {which}"
            " ORDER BY student, submissions.exercise, submissions.setting, attempt, submissions.number",
            values,
        )
        for (_, exercise, _), attempts in groupby(rows, lambda row: (row["student"], row["exercise"], row["setting"])):
            yield from self._entries_of_attempts(list(attempts), policy, counted=exercise != "")

    def _entries_of_attempts(self, attempts: list[sqlite3.Row], policy: Policy, counted: bool) -> Iterator[Entry]:
        """Give the entries of one student's attempts at one exercise."""
        with self._database.read_whole():
            days = [policy.days_late(row["handed_in"]) for row in attempts]
            worth = [policy.worth(row["points"], late) for row, late in zip(attempts, days, strict=True)]
        among = [place for place, row in enumerate(attempts) if row["readable"]] or list(range(len(attempts)))
        chosen = among[policy.chosen([worth[place] for place in among])]
        for place, row in enumerate(attempts):
            yield self._entry(row["number"], days[place], worth[place], counted and place == chosen)

    def _entry(self, number: int, days_late: int, points: float, counts: bool) -> Entry:
        row = self._database.first(
            "SELECT submissions.*, text, status, points, possible, verdicts, output, seconds, memory, tries"
            f" FROM {JUDGED} LEFT JOIN sources ON sources.sha256 = submissions.sha256 WHERE submissions.number = :number",
            {"number": number},
        )
        assert row is not None
        override = self._override(row) if counts else None
        if override is not None and override.points is not None:
            points = override.points
        with self._database.read_whole():
            return Entry(number, read_submission(row), read_result(row), override, days_late, points, counts)

    def _override(self, submission: sqlite3.Row) -> Override | None:
        own = {name: submission[name] for name in ("student", "exercise", "setting")}
        row = self._database.first(f"SELECT points, comment, at FROM overrides WHERE {OWN}", own)
        return None if row is None else Override(**dict(row))


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
