"""The reports on a class tell which mistakes of cases were found, and after how many attempts."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import jsonschema

from course.cases.drawing import drawn_case, drawn_name, token_of
from course.contents import cases, find_exercise
from course.exercise import Verdict
from course.grading.records import Entry, Note, Result, Status, Student, Submission
from course.grading.reports.write import write
from course.i18n import translate

PROGRAM, CASE = cases()[0]
LISTED = f"case-{CASE.name}"


def entry(number: int, student: str, exercise: str, status: Status, attempt: int, counts: bool = True) -> Entry:
    """An attempt of a student that passed every check or none."""
    declared = find_exercise(exercise)
    passed = status == "passed"
    first, *rest = declared.checks
    verdicts = (
        [Verdict(first.name, "passed", first.points)]
        if passed
        else [Verdict(first.name, "failed", 0, "renamed", {"names": "x"})]
    )
    verdicts += [
        Verdict(each.name, "passed", each.points) if passed else Verdict(each.name, "waiting", waits_for=first.name)
        for each in rest
    ]
    points = declared.points if passed else 0
    result = Result(status, points, declared.points, tuple(verdicts), "", 1.0)
    text = f"{student}{attempt}"
    submission = Submission(
        Student(student, student, "en"), exercise, declared.settings[0], f"{student}/a.py", text,
        sha256(text.encode()).hexdigest(), "2025-03-01T12:00:00+01:00",
    )  # fmt: skip
    return Entry(number, replace(submission, attempt=attempt), result, None, 0, float(points), counts)


def told(note: Note, language: str) -> str:
    return note.name


def test_the_class_is_counted_by_mistake_whether_its_case_was_listed_or_drawn(tmp_path: Path) -> None:
    # somebody to whom the first case was drawn
    lucky = next(f"s{n}" for n in range(10_000) if drawn_case(token_of("nlp", f"s{n}"), "pt") == (PROGRAM, CASE))
    drawn = drawn_name(token_of("nlp", lucky), "pt")
    entries = [
        entry(1, "ana", LISTED, "failed", 1, counts=False),
        entry(2, "ana", LISTED, "failed", 2, counts=False),
        entry(3, "ana", LISTED, "passed", 3),
        entry(4, "bo", LISTED, "failed", 1),
        entry(5, lucky, drawn, "passed", 1),
    ]
    write(tmp_path, lambda: iter(entries), [], "en", {"when": "2025-03-01 12:00"}, told)
    found = json.loads((tmp_path / "grades.json").read_text(encoding="utf-8"))
    jsonschema.validate(found, json.loads((tmp_path / "grades.schema.json").read_text(encoding="utf-8")))
    assert found["cases"] == [
        {"program": PROGRAM.name, "case": CASE.name, "mistake": CASE.title, "tried": 3, "found": 2, "attempts": 3}
    ]
    for language in ("it", "ko"):
        write(tmp_path, lambda: iter(entries), [], language, {"when": "2025-03-01 12:00"}, told)
        page = (tmp_path / "index.html").read_text(encoding="utf-8")
        assert translate(CASE.title, language) in page
        assert all(CASE.title not in each.read_text(encoding="utf-8") for each in (tmp_path / "students").iterdir())
