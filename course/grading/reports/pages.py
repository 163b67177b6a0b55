"""The reports that people read: a page for each student, in their language, and one on the class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from course.contents import load_chapter
from course.exercise import Check, Verdict
from course.grading.feedback import FAILURES, curve, fitting_hint, printable, sentence, unfilled
from course.grading.records import STATUSES, Entry
from course.grading.reports.charts import Figure, Histogram, figure, histogram
from course.grading.reports.sheet import Column, Sheet, judged, place, told_of
from course.grading.reports.similar import Group
from course.grading.reports.survey import Survey, median
from course.grading.reports.words import Words, clean, cut, known
from course.i18n import translate
from course.paths import replacing

OUTPUT = 4_000
"""How many characters of what an answer printed are shown."""
FRAMES = 8
MANY = 10
"""How many lines a table of the worst has."""
GROUPS = 50
"""How many groups of like answers are shown, and how many members of one."""
FACTS = ("when", "isolation", "versions")
"""The facts on a run that have a word of their own."""


@cache
def _template(name: str) -> Template:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "basename": lambda path: path.rpartition("/")[2],
        "clean": clean,
        "cut": cut,
        "printable": printable,
    }
    return environment.get_template(name)


@dataclass(frozen=True)
class Finding:
    """A check as a page shows it."""

    check: Check
    verdict: Verdict
    said: Markup
    figure: Figure | None

    @property
    def frames(self) -> tuple[tuple[int, str, str], ...]:
        return self.verdict.frames[:FRAMES]


@dataclass(frozen=True)
class Part:
    """What a page tells of one answer.

    Attributes:
        others: the other attempts at the same exercise.
        hint: the number of the hint that fits, and its words.
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
        return any("…" in finding.said for finding in self.findings)


def student_page(path: Path, sheet: Sheet, most: int, words: Words, facts: Mapping[str, Any]) -> None:
    """Write a student's page."""
    columns = sorted(sheet.by_column().items(), key=lambda each: place(each[0]))
    parts = [_part(entries, words) for _, entries in columns]
    parts += [_part([entry], words) for entry in sheet.entries if not entry.submission.exercise]
    page = _template("student.html.jinja")
    with replacing(path) as file:
        file.writelines(page.generate(words=words, sheet=sheet, most=most, parts=parts, when=_fact(facts.get("when"))))


def _part(entries: list[Entry], words: Words) -> Part:
    entry = told_of(entries)
    submission, language = entry.submission, words.language
    exercise = known(submission.exercise)
    told = judged(entry)
    hint = fitting_hint(exercise, [verdict for _, verdict in told]) if exercise else 0
    return Part(
        entry,
        words.title(submission.exercise, submission.setting) if submission.exercise else words.say("untold"),
        [_finding(entry, check, verdict, words) for check, verdict in told],
        words.reasons(entry),
        [each for each in entries if each is not entry],
        translate(exercise.hints[hint - 1], language) if exercise and hint else "",
        translate(load_chapter(exercise.chapter).title, language) if exercise else "",
        cut(printable(entry.result.output[: OUTPUT + 1]).strip("\n"), OUTPUT),
    )


def _finding(entry: Entry, check: Check, verdict: Verdict, words: Words) -> Finding:
    exercise = known(entry.submission.exercise)
    assert exercise is not None
    said = sentence(exercise, verdict, words.language, veiled=True)
    drawn = curve(exercise, verdict, words.language, veiled=True)
    return Finding(check, verdict, words.prose(said), figure(drawn, words) if drawn else None)


@dataclass(frozen=True)
class Line:
    """A student in the table of the class."""

    id: str
    name: str
    file: str
    points: float
    submissions: int

    @classmethod
    def of(cls, sheet: Sheet, file: str) -> Line:
        return cls(sheet.student.id, sheet.student.name, file, sheet.points, len(sheet.entries))

    @property
    def address(self) -> str:
        return f"students/{quote(self.file)}.html"

    @property
    def label(self) -> str:
        return clean(self.name or self.id)


@dataclass(frozen=True)
class Exercised:
    """An exercise in the tables of the class."""

    title: str
    answers: int
    mean: float
    most: int
    median: float
    slowest: float


@dataclass(frozen=True)
class Like:
    """Students whose answers are nearly the same; `more` of them are not listed."""

    title: str
    lines: Sequence[Line]
    more: int


def class_page(
    path: Path, survey: Survey, lines: Sequence[Line], groups: Sequence[Group], words: Words, facts: Mapping[str, Any]
) -> None:
    """Write the page on the class."""
    handed = [line.points for line in lines if line.submissions]
    by_id = {line.id: line for line in lines}
    page = _template("index.html.jinja")
    about: dict[str, Any] = {
        "histogram": _histogram(handed, survey.total, words),
        "median": median(handed) if handed else 0.0,
        "statuses": [(status, survey.statuses[status]) for status in STATUSES if survey.statuses[status]],
        "exercises": [_exercised(survey, column, words) for column in survey.columns],
        "hardest": [(_named(*each[:2], words), each[2]) for each in survey.hardest(MANY)],
        "mistakes": [(_mistake(*each, words), count) for each, count in survey.mistakes.most_common(MANY)],
        "groups": [_like(group, by_id, words) for group in groups[:GROUPS]],
        "more_groups": max(0, len(groups) - GROUPS),
        "facts": {_fact_name(name, words): _fact(value) for name, value in facts.items()},
    }
    with replacing(path) as file:
        shown = page.generate(words=words, survey=survey, lines=lines, handed=len(handed), **about)
        file.writelines(shown)


def _histogram(points: Iterable[float], most: int, words: Words) -> Histogram | None:
    values = list(points)
    return histogram(values, most, words) if values and most else None


def _exercised(survey: Survey, column: Column, words: Words) -> Exercised:
    times, answers = survey.seconds[column], survey.answers[column]
    return Exercised(
        words.title(*column),
        answers,
        survey.points[column] / answers if answers else 0.0,
        survey.most[column.exercise],
        median(times) if times else 0.0,
        max(times, default=0.0),
    )


def _named(exercise: str, check: str, words: Words) -> tuple[str, str]:
    """What an exercise and one of its checks are called."""
    declared = known(exercise)
    assert declared is not None
    title = next(each.title for each in declared.checks if each.name == check)
    return translate(declared.title, words.language), translate(title, words.language)


def _mistake(exercise: str, check: str, mistake: str, words: Words) -> tuple[str, str, Markup]:
    """The exercise, the check, and what is said of a mistake whoever made it."""
    declared = known(exercise)
    assert declared is not None
    mistakes = next(each.mistakes for each in declared.checks if each.name == check)
    message = next((each.message for each in mistakes if each.name == mistake), FAILURES.get(mistake, mistake))
    return (*_named(exercise, check, words), words.prose(unfilled(message, words.language)))


def _like(group: Group, by_id: Mapping[str, Line], words: Words) -> Like:
    lines = [by_id[student] for student in group.students if student in by_id]
    return Like(words.title(group.exercise, group.setting), lines[:GROUPS], max(0, len(lines) - GROUPS))


def _fact_name(name: str, words: Words) -> str:
    return words.say(name) if name in FACTS else printable(name)


def _fact(value: Any) -> str:
    """A fact in one line, whatever it is."""
    if isinstance(value, Mapping):
        return " · ".join(f"{name} {_fact(each)}" for name, each in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(_fact, value))
    return "" if value is None else printable(str(value))
