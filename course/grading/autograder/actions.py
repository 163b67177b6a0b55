"""A job of GitHub Actions: `python -m course.grading.autograder.actions ANSWERS OUT EXERCISES FRAMEWORK LANGUAGE`.

It grades the answers in a directory, and writes two files into the directory OUT: `summary.html`, with the points and the
feedback, for the summary of the job, and `outputs`, with the points as `points=3`. FRAMEWORK may be empty.
Exit codes: 0 all passed, 1 not all, 2 wrong use, or the grader itself failed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from markupsafe import Markup

from course.contents import choose_setting, find_exercise
from course.frameworks import available
from course.grading.autograder.one_student import grade
from course.grading.feedback import printable, sentence
from course.grading.intake import notes
from course.grading.records import Entry, Student
from course.grading.reports.sheet import check_verdicts, column_of
from course.grading.reports.words import Words
from course.grading.running.isolation import isolate_best
from course.i18n import N_, environment_language, negotiate
from course.message import WrongUse
from course.paths import replacing

MARKS = {"passed": "✓", "failed": "✗", "waiting": "·"}
LONGEST = 1_000
"""The most characters of one sentence."""


def main(answers: str, out: str, names: str, framework: str, language: str) -> int:
    """Grade, write both files, and return the exit code."""
    known = negotiate(language) or environment_language({})
    try:
        entries = _grade(Path(answers).resolve(), Path(out).resolve(), names.split(), framework or None, known)
    except WrongUse as error:
        print(error.sentence(known), file=sys.stderr)
        return 2
    words = Words(known, notes.sentence)
    with replacing(Path(out) / "summary.html") as file:
        file.write(summary(entries, words))
    with replacing(Path(out) / "outputs") as file:
        file.write(f"points={_points(entries)}\nmost={_most(entries)}\n")
    for entry in entries:
        if entry.result.status == "infrastructure":
            print(" ".join(printable(entry.result.output).split()), file=sys.stderr)
            return 2
    return int(any(entry.result.status != "passed" for entry in entries))


def _grade(answers: Path, out: Path, names: Sequence[str], framework: str | None, language: str) -> list[Entry]:
    if not names:
        raise WrongUse(N_("The exercise is missing: name one with `--exercise NAME`."))
    if not answers.is_dir():
        raise WrongUse(N_("There is no directory `{path}`. Check its name."), path=answers)
    wanted = [(exercise, choose_setting(exercise, framework, available())) for exercise in map(find_exercise, names)]
    out.mkdir(parents=True, exist_ok=True)
    isolation = isolate_best([answers, out])
    return grade(answers, Student("student", language=language), wanted, isolation)


def summary(entries: Iterable[Entry], words: Words) -> str:
    """Return the points and the feedback in HTML, in one line: Markdown would begin again after an empty one."""
    listed = list(entries)
    parts = [
        Markup("<h2>{}</h2>").format(words.say("sheet")),
        Markup("<p><b>{}</b></p>").format(
            words.say("points", points=words.number(_points(listed)), most=words.number(_most(listed)))
        ),
        *(piece for entry in listed for piece in _entry(entry, words)),
    ]
    return " ".join(Markup("").join(parts).split()) + "\n"


def _entry(entry: Entry, words: Words) -> Iterator[Markup]:
    result = entry.result
    points = words.say("short-points", points=words.number(entry.points), most=words.number(result.of))
    yield Markup("<h3>{} · {}</h3>").format(words.title(*column_of(entry)), points)
    yield Markup("<p>{}</p>").format(words.status(result.status))
    for reason in words.reasons(entry):
        yield Markup("<p>{}</p>").format(words.prose(reason))
    if result.status == "infrastructure":
        yield Markup("<p>{}</p>").format(words.say("infrastructure"))
    exercise = find_exercise(entry.submission.exercise)
    rows = [
        Markup("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>").format(
            MARKS[verdict.state],
            words.title_of(check),
            words.say("short-points", points=words.number(verdict.points), most=words.number(check.points)),
            words.prose(sentence(exercise, verdict, words.language, veiled=True)[:LONGEST]),
        )
        for check, verdict in check_verdicts(entry)
    ]
    if rows:
        yield Markup("<table>{}</table>").format(Markup("").join(rows))
    if any(verdict.state == "failed" for _, verdict in check_verdicts(entry)):
        yield Markup("<p>{}</p>").format(words.prose(words.say("withheld")))


def _points(entries: Iterable[Entry]) -> int:
    return sum(entry.result.points for entry in entries)


def _most(entries: Iterable[Entry]) -> int:
    return sum(entry.result.of for entry in entries)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:6]))
