"""Writes the reports that people read: a page for each student, in their language, and one on the class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median_high
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from course.contents import chapter_title, exercise_if_known
from course.exercise import Check, Verdict
from course.grading.feedback import curve, fitting_hint, printable, sentence
from course.grading.records import STATUSES, Entry
from course.grading.reports.charts import Figure, Histogram, figure, histogram
from course.grading.reports.sheet import Column, Sheet, check_verdicts, column_order, representative
from course.grading.reports.similar import Group
from course.grading.reports.survey import CaseCount, Survey
from course.grading.reports.words import Words, clean, cut, moment
from course.i18n import translate
from course.paths import replacing

OUTPUT = 4_000
"""The number of characters of an answer's output that are shown."""
FRAMES = 8
MANY = 10
"""The number of rows in the tables of the hardest checks and the commonest mistakes."""
GROUPS = 50
"""The number of groups of similar answers that are shown, and of members of one group."""
FACTS = ("when", "isolation", "versions")
"""The facts on a run that have a translated name."""


@cache
def _template(name: str) -> Template:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "basename": lambda path: path.rpartition("/")[2],
        "clean": clean,
        "moment": moment,
        "cut": cut,
        "printable": printable,
    }
    return environment.get_template(name)


@dataclass(frozen=True)
class Finding:
    """A check and its verdict as a page shows them."""

    check: Check
    verdict: Verdict
    said: Markup
    figure: Figure | None
    veiled: bool

    @property
    def frames(self) -> tuple[tuple[int, str, str], ...]:
        return self.verdict.frames[:FRAMES]


@dataclass(frozen=True)
class AnswerSection:
    """The section of a page on one answer.

    Attributes:
        others: the other attempts at the same exercise.
        hint: the hint for the first mistake; empty if none fits.
    """

    entry: Entry
    title: str
    findings: Sequence[Finding]
    reasons: Sequence[str]
    others: Sequence[Entry] = ()
    hint: str = ""
    chapter: str = ""
    output: str = ""

    @property
    def veiled(self) -> bool:
        return any(finding.veiled for finding in self.findings)


def student_page(path: Path, sheet: Sheet, most: int, words: Words, facts: Mapping[str, Any]) -> None:
    """Write a student's page."""
    columns = sorted(sheet.by_column().items(), key=lambda each: column_order(each[0]))
    parts = [_section(entries, words) for _, entries in columns]
    parts += [_section([entry], words) for entry in sheet.entries if not entry.submission.exercise]
    page = _template("student.html.jinja")
    with replacing(path) as file:
        file.writelines(
            page.generate(words=words, sheet=sheet, most=most, parts=parts, when=moment(_fact(facts.get("when"))))
        )


def _section(entries: list[Entry], words: Words) -> AnswerSection:
    entry = representative(entries)
    submission = entry.submission
    language = words.language
    exercise = exercise_if_known(submission.exercise)
    verdicts = check_verdicts(entry)
    hint = fitting_hint(exercise, [verdict for _, verdict in verdicts]) if exercise else 0
    return AnswerSection(
        entry,
        words.title(submission.exercise, submission.setting) if submission.exercise else words.say("untold"),
        [_finding(entry, check, verdict, words) for check, verdict in verdicts],
        words.reasons(entry),
        [each for each in entries if each is not entry],
        translate(exercise.hints[hint - 1], language) if exercise and hint else "",
        translate(chapter_title(exercise), language) if exercise else "",
        cut(printable(entry.result.output[: OUTPUT + 1]).strip("\n"), OUTPUT),
    )


def _finding(entry: Entry, check: Check, verdict: Verdict, words: Words) -> Finding:
    exercise = exercise_if_known(entry.submission.exercise)
    assert exercise is not None
    said = sentence(exercise, verdict, words.language, veiled=True)
    drawn = curve(exercise, verdict, words.language, veiled=True)
    veiled = said != sentence(exercise, verdict, words.language)
    return Finding(check, verdict, words.prose(said), figure(drawn, words) if drawn else None, veiled)


@dataclass(frozen=True)
class StudentRow:
    """A student's row in the table of the class."""

    id: str
    name: str
    file: str
    points: float
    submissions: int

    @classmethod
    def of(cls, sheet: Sheet, file: str) -> StudentRow:
        return cls(sheet.student.id, sheet.student.name, file, sheet.points, len(sheet.entries))

    @property
    def address(self) -> str:
        return f"students/{quote(self.file)}.html"

    @property
    def label(self) -> str:
        return clean(self.name or self.id)


@dataclass(frozen=True)
class ExerciseRow:
    """An exercise's row in the table of the class."""

    title: str
    answers: int
    mean: float
    most: int
    median: float
    slowest: float


@dataclass(frozen=True)
class CaseRow:
    """A case's row in the table of the class; `attempts` is the median over those who found the mistake, 0 where nobody did."""

    mistake: str
    symptom: str
    tried: int
    found: int
    attempts: int


@dataclass(frozen=True)
class SimilarAnswers:
    """Students whose answers are nearly the same; `more` is the number of those not listed."""

    title: str
    lines: Sequence[StudentRow]
    more: int


def class_page(
    path: Path,
    survey: Survey,
    lines: Sequence[StudentRow],
    groups: Sequence[Group],
    words: Words,
    facts: Mapping[str, Any],
) -> None:
    """Write the page on the class."""
    handed = [line.points for line in lines if line.submissions]
    by_id = {line.id: line for line in lines}
    page = _template("index.html.jinja")
    about: dict[str, Any] = {
        "histogram": _histogram(handed, survey.total, words),
        "median": median_high(handed) if handed else 0.0,
        "statuses": [(status, survey.statuses[status]) for status in STATUSES if survey.statuses[status]],
        "exercises": [_exercise_row(survey, column, words) for column in survey.columns],
        "hardest": [(_titles(*each[:2], words), each[2]) for each in survey.hardest(MANY)],
        "mistakes": [
            (_mistake(name, survey.examples[name, check, mistake], words), count)
            for (name, check, mistake), count in survey.mistakes.most_common(MANY)
        ],
        "cases": [_case_row(count, words) for _, count in sorted(survey.cases.items())],
        "groups": [_similar_answers(group, by_id, words) for group in groups[:GROUPS]],
        "more_groups": max(0, len(groups) - GROUPS),
        "facts": {_fact_name(name, words): _shown_fact(name, value, words) for name, value in facts.items()},
    }
    with replacing(path) as file:
        shown = page.generate(words=words, survey=survey, lines=lines, handed=len(handed), **about)
        file.writelines(shown)


def _histogram(points: Iterable[float], most: int, words: Words) -> Histogram | None:
    values = list(points)
    return histogram(values, most, words) if values and most else None


def _exercise_row(survey: Survey, column: Column, words: Words) -> ExerciseRow:
    times = survey.seconds[column]
    answers = survey.answers[column]
    return ExerciseRow(
        words.title(*column),
        answers,
        survey.points[column] / answers if answers else 0.0,
        survey.most[column.exercise],
        median_high(times) if times else 0.0,
        max(times, default=0.0),
    )


def _case_row(count: CaseCount, words: Words) -> CaseRow:
    mistake, symptom = (translate(each, words.language) for each in (count.case.title, count.case.symptom))
    attempts = median_high(count.attempts) if count.attempts else 0
    return CaseRow(mistake, words.prose(symptom), count.tried, len(count.attempts), attempts)


def _titles(exercise: str, check: str, words: Words) -> tuple[str, str]:
    """Return the titles of an exercise and of one of its checks."""
    declared = exercise_if_known(exercise)
    assert declared is not None
    title = next(each.title for each in declared.checks if each.name == check)
    return translate(declared.title, words.language), translate(title, words.language)


def _mistake(name: str, verdict: Verdict, words: Words) -> tuple[str, str, Markup]:
    """Return the titles of the exercise and the check, and the message that one student got."""
    declared = exercise_if_known(name)
    assert declared is not None
    said = sentence(declared, verdict, words.language, veiled=True)
    return (*_titles(name, verdict.check, words), words.prose(said))


def _similar_answers(group: Group, by_id: Mapping[str, StudentRow], words: Words) -> SimilarAnswers:
    lines = [by_id[student] for student in group.students if student in by_id]
    return SimilarAnswers(words.title(group.exercise, group.setting), lines[:GROUPS], max(0, len(lines) - GROUPS))


def _fact_name(name: str, words: Words) -> str:
    return words.say(name) if name in FACTS else printable(name)


def _shown_fact(name: str, value: Any, words: Words) -> str:
    """Return a fact on a run as the page shows it."""
    if name == "isolation":
        # a run is not begun in a sandbox that does not hold
        return words.prose(words.say(value["level"], tool=value["tool"]))
    return moment(_fact(value)) if name == "when" else _fact(value)


def _fact(value: Any) -> str:
    """Return a fact as one line of text."""
    if isinstance(value, Mapping):
        return " · ".join(f"{name} {_fact(each)}" for name, each in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(_fact, value))
    return "" if value is None else printable(str(value))
