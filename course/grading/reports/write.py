"""Writes all reports on a class: files that an instructor's systems import, and pages that people read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

from course.contents import exercise_if_known, starter_text
from course.exercise import Setting
from course.grading.records import Entry, Student
from course.grading.reports import tables
from course.grading.reports.files import FileNames
from course.grading.reports.pages import StudentRow, class_page, student_page
from course.grading.reports.sheet import sheets
from course.grading.reports.similar import groups_of_like
from course.grading.reports.survey import Survey
from course.grading.reports.words import NoteSentence, Words
from course.i18n import N_
from course.message import WrongUse
from course.paths import replacing


def write(
    directory: Path,
    entries: Callable[[], Iterator[Entry]],
    students: Iterable[Student],
    language: str,
    facts: Mapping[str, Any],
    note_sentence: NoteSentence,
) -> None:
    """Write every report into a directory, over earlier ones.

    Args:
        entries: gives all entries, from the beginning at each call, ordered by student id, exercise, setting and attempt.
        students: the roster; some may have handed in nothing.
        language: of reports on the class. A student's page and Gradescope's results are in the student's own language.
        facts: on the run: `when`, `isolation`, `versions`, and any others.
        told: words a note in a language.

    Raises:
        WrongUse: the reports would be written outside of the directory.
        OSError: a report cannot be written.
    """
    for name in ("students", "gradescope"):
        if (directory / name).is_symlink():
            raise WrongUse(
                N_("`{path}` is a link, and the reports would be written to the place it leads to: delete the link."),
                path=directory / name,
            )
    roster = {student.id: student for student in students}
    words = cache(lambda language: Words(language, note_sentence))
    ours = words(language)
    survey = Survey.of(sheets(entries(), roster))
    groups = groups_of_like(
        (
            (each.student.id, each.exercise, each.setting, each.source)
            for each in (entry.submission for entry in entries())
            if each.exercise and each.refused is None
        ),
        _starter,
    )
    names = FileNames()
    lines: list[StudentRow] = []
    results: set[str] = set()
    with ExitStack() as stack:
        writers = [
            stack.enter_context(each)
            for each in (
                tables.grades(directory / "grades.csv", survey),
                tables.results(directory / "results.csv", ours),
                tables.export(directory / "grades.json", survey, ours, facts),
                tables.junit(directory / "junit.xml", ours),
                tables.gradescope(directory / "gradescope", names, words),
            )
        ]
        for sheet in sheets(entries(), roster, roster.keys() - survey.handed_in):
            for add in writers:
                add(sheet)
            name = names(sheet.student.id)
            results.update(f"{name}-{entry.number}" for entry in sheet.entries)
            page = directory / "students" / f"{name}.html"
            student_page(page, sheet, survey.total, words(sheet.student.language), facts)
            lines.append(StudentRow.of(sheet, name))
    class_page(directory / "index.html", survey, lines, groups, ours, facts)
    _remove_others(directory, {line.file for line in lines}, results)
    with replacing(directory / "grades.schema.json") as file:
        file.write(tables.SCHEMA.read_text(encoding="utf-8"))


def _remove_others(directory: Path, pages: set[str], results: set[str]) -> None:
    """Remove earlier reports on students and submissions that are no longer there."""
    for page in directory.glob("students/*.html"):
        if page.stem not in pages:
            page.unlink()
    for result in directory.glob("gradescope/*/results.json"):
        if result.parent.name not in results:
            result.unlink()
            result.parent.rmdir()


def _starter(name: str, setting: Setting) -> str:
    exercise = exercise_if_known(name)
    if exercise is None:
        return ""
    with suppress(OSError):
        return starter_text(exercise, setting)
    return ""
