"""Writes the reports that programs read: CSV, JSON, JUnit's XML, and Gradescope's results.

Each is a context that gives a function to add a student's sheet; the file appears when the context ends without error.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median_high
from typing import Any
from xml.etree import ElementTree

from course.contents import exercise_if_known
from course.exercise import Check, Verdict
from course.grading.feedback import printable, sentence
from course.grading.records import Entry
from course.grading.reports.files import FileNames
from course.grading.reports.sheet import Sheet, check_verdicts, column_of, representative
from course.grading.reports.survey import Survey
from course.grading.reports.words import Words
from course.i18n import N_, translate
from course.paths import replacing

Add = Callable[[Sheet], None]
"""Adds one more student to a report."""
VERSION = 1
SCHEMA = Path(__file__).parent / "schema.json"
LONGEST = 1_000
"""The most characters that a cell or a sentence has."""
FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)([=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")
"""Characters that a spreadsheet may take for the beginning of a formula, in a cell or after a separator."""
RESULTS = (
    "number", "student", "name", "exercise", "setting", "status", "points", "of", "attempt", "counts", "days_late",
    "handed_in", "origin", "reason", "seconds",
)  # fmt: skip
GRADESCOPE_FORMATS = {
    "output_format": "text",
    "test_output_format": "text",
    "test_name_format": "text",
    "visibility": "visible",
    "stdout_visibility": "hidden",
}
"""The parts of every result that Gradescope reads: all texts are plain, and what the grader prints is for instructors."""


@contextmanager
def grades(path: Path, survey: Survey) -> Iterator[Add]:
    """Write a row for each student, with the points of each exercise and their sum."""
    # spreadsheets recognize UTF-8 by the byte order mark
    with replacing(path, "utf-8-sig") as file:
        rows = csv.writer(file)
        columns = survey.columns
        rows.writerow(["student", "name", *(_cell(column.name) for column in columns), "total", "most"])

        def add(sheet: Sheet) -> None:
            counted = sheet.counted()
            points = [_figure(counted[column].points) if column in counted else "" for column in columns]
            student = sheet.student
            rows.writerow([_cell(student.id), _cell(student.name), *points, _figure(sheet.points), survey.total])

        yield add


@contextmanager
def results(path: Path, words: Words) -> Iterator[Add]:
    """Write a row for each submission."""
    with replacing(path, "utf-8-sig") as file:
        rows = csv.writer(file)
        rows.writerow(RESULTS)

        def add(sheet: Sheet) -> None:
            rows.writerows(_result(sheet, entry, words) for entry in sheet.entries)

        yield add


def _result(sheet: Sheet, entry: Entry, words: Words) -> list[object]:
    submission, result = entry.submission, entry.result
    texts = (sheet.student.id, sheet.student.name, submission.exercise, submission.setting, result.status)
    return [
        entry.number, *map(_cell, texts), _figure(entry.points), result.of, submission.attempt, int(entry.counts),
        entry.days_late, _cell(submission.handed_in), _cell(submission.origin), _cell(" ".join(words.reasons(entry))),
        round(result.seconds, 3),
    ]  # fmt: skip


def _cell(text: str) -> str:
    """Return a text that no spreadsheet computes: an apostrophe stands before what could be a formula."""
    shown = printable(FORMULA.sub(r"\1\2'\3", text[:LONGEST]))
    return re.sub(r"[\t\n]", " ", shown)


def _figure(value: float) -> int | float:
    return int(value) if float(value).is_integer() else round(value, 4)


@contextmanager
def export(path: Path, survey: Survey, words: Words, facts: Mapping[str, Any]) -> Iterator[Add]:
    """Write all results as JSON, with a version and a schema."""
    with replacing(path) as file:
        exercises = [
            {
                "exercise": each.exercise,
                "setting": each.setting,
                "title": words.title(*each),
                "of": survey.most[each.exercise],
            }
            for each in survey.columns
        ]
        cases = [
            {
                "program": program,
                "case": name,
                "mistake": translate(count.case.title, words.language),
                "tried": count.tried,
                "found": len(count.attempts),
                "attempts": median_high(count.attempts) if count.attempts else None,
            }
            for (program, name), count in sorted(survey.cases.items())
        ]
        head = {
            "version": VERSION,
            "language": words.language,
            "run": facts,
            "of": survey.total,
            "exercises": exercises,
            "cases": cases,
        }
        file.write(f'{_json(head)[:-1]}, "students": [')
        separator = "\n"

        def add(sheet: Sheet) -> None:
            nonlocal separator
            file.write(separator + _json(_exported(sheet, words)))
            separator = ",\n"

        yield add
        file.write("\n]}\n")


def _exported(sheet: Sheet, words: Words) -> dict[str, Any]:
    student = sheet.student
    return {
        "id": student.id,
        "name": student.name,
        "language": student.language,
        "points": _figure(sheet.points),
        "results": [_exported_entry(entry, words) for entry in sheet.entries],
    }


def _exported_entry(entry: Entry, words: Words) -> dict[str, Any]:
    submission, result, override = entry.submission, entry.result, entry.override
    return {
        "number": entry.number,
        "exercise": submission.exercise,
        "setting": submission.setting,
        "status": result.status,
        "points": _figure(entry.points),
        "of": result.of,
        "earned": result.points,
        "attempt": submission.attempt,
        "counts": entry.counts,
        "days_late": entry.days_late,
        "handed_in": submission.handed_in,
        "origin": submission.origin,
        "sha256": submission.sha256,
        "refused": submission.refused.name if submission.refused else None,
        "notes": [note.name for note in submission.notes],
        "told": words.reasons(entry),
        "override": None if override is None else {"points": override.points, "comment": override.comment, "at": override.at},
        "seconds": round(result.seconds, 3),
        "memory": result.memory,
        "tries": result.tries,
        "checks": [
            {
                "name": check.name,
                "title": translate(check.title, words.language),
                "state": verdict.state,
                "points": verdict.points,
                "of": check.points,
                "mistake": verdict.mistake[:LONGEST],
                "said": _sentence(entry, verdict, words.language),
            }
            for check, verdict in check_verdicts(entry)
        ],
    }  # fmt: skip


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _sentence(entry: Entry, verdict: Verdict, language: str) -> str:
    exercise = exercise_if_known(entry.submission.exercise)
    assert exercise is not None
    return sentence(exercise, verdict, language, veiled=True)


@contextmanager
def junit(path: Path, words: Words) -> Iterator[Add]:
    """Write JUnit's XML: a suite for each student's exercise, with a case for each check."""
    with replacing(path) as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n')

        def add(sheet: Sheet) -> None:
            answered = [representative(entries) for entries in sheet.by_column().values()]
            for entry in [*answered, *(entry for entry in sheet.entries if not entry.submission.exercise)]:
                ElementTree.indent(suite := _suite(sheet, entry, words))
                file.write(ElementTree.tostring(suite, encoding="unicode") + "\n")

        yield add
        file.write("</testsuites>\n")


def _suite(sheet: Sheet, entry: Entry, words: Words) -> ElementTree.Element:
    verdicts = check_verdicts(entry)
    name = " · ".join(_xml(part) for part in (sheet.student.id, column_of(entry).name or entry.submission.origin))
    states = [verdict.state for _, verdict in verdicts]
    counts = {"tests": len(verdicts) or 1, "failures": states.count("failed"), "skipped": states.count("waiting")}
    counts["errors"] = 0 if verdicts else 1
    about = {
        "name": name,
        "time": f"{entry.result.seconds:.3f}",
        **{what: str(count) for what, count in counts.items()},
    }
    suite = ElementTree.Element("testsuite", about)
    for check, verdict in verdicts:
        case = ElementTree.SubElement(
            suite, "testcase", {"classname": name, "name": translate(check.title, words.language)}
        )
        if verdict.state != "passed":
            said = _xml(_sentence(entry, verdict, words.language))
            kind = "failure" if verdict.state == "failed" else "skipped"
            ElementTree.SubElement(case, kind, {"message": said, "type": _xml(verdict.mistake)})
    if not verdicts:
        case = ElementTree.SubElement(suite, "testcase", {"classname": name, "name": words.status(entry.result.status)})
        ElementTree.SubElement(
            case, "error", {"message": _xml(" ".join(words.reasons(entry))), "type": entry.result.status}
        )
    return suite


def _xml(text: str) -> str:
    """Return the text, cut, without unprintable characters: XML cannot contain some of them."""
    return printable(text[:LONGEST])


@contextmanager
def gradescope(directory: Path, names: FileNames, words: Callable[[str], Words]) -> Iterator[Add]:
    """Write a `results.json` for each submission, as Gradescope's autograders do, in the student's language."""

    def add(sheet: Sheet) -> None:
        for entry in sheet.entries:
            folder = directory / f"{names(sheet.student.id)}-{entry.number}"
            with replacing(folder / "results.json") as file:
                file.write(_json(gradescope_result(entry, words(sheet.student.language))) + "\n")

    yield add


def gradescope_result(entry: Entry, words: Words) -> dict[str, Any]:
    """Return the result of a submission as Gradescope's autograders write it, with feedback that names no secret value."""
    remarks = words.reasons(entry)
    if entry.override is not None and entry.override.comment:
        remarks.append(f"{words.say('comment')} {printable(entry.override.comment)}")
    result = entry.result
    head = N_("Status: {status}. Score: {points} of {most} points.")
    said = translate(head, words.language).format(
        status=words.status(result.status), points=words.number(entry.points), most=words.number(result.of)
    )
    return {
        "score": _figure(entry.points),
        "execution_time": round(result.seconds, 3),
        "output": "\n".join([words.title(*column_of(entry)), said, *remarks]).strip(),
        **GRADESCOPE_FORMATS,
        "tests": [_gradescope_test(entry, check, verdict, words) for check, verdict in check_verdicts(entry)],
    }


def gradescope_failure(language: str) -> dict[str, Any]:
    """Return the result of a submission that could not be graded by a fault that is not the student's."""
    said = N_(
        "The grader failed here, not your code. Your submission has not been graded: tell your teacher, who can see the reason and have it graded again."
    )
    return {"score": 0, "output": translate(said, language), **GRADESCOPE_FORMATS, "tests": []}


def _gradescope_test(entry: Entry, check: Check, verdict: Verdict, words: Words) -> dict[str, Any]:
    return {
        "name": translate(check.title, words.language),
        "score": verdict.points,
        "max_score": check.points,
        "status": "passed" if verdict.state == "passed" else "failed",
        "output": _sentence(entry, verdict, words.language),
        "output_format": "text",
        "visibility": "visible",
    }
