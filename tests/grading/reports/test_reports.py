"""The reports on a class: their content, the data they never contain, and that no name or answer can harm a reader."""

import csv
import gc
import html
import io
import json
import os
import re
import shutil
import signal
import subprocess
import weakref
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest
from rich.console import Console
from support.paths import ROOT

from course.contents import exercises, find_exercise, solution, starter
from course.exercise import Check, Exercise, Mistake, Setting, Verdict
from course.grading.check import check
from course.grading.feedback import curve, sentence
from course.grading.records import STATUSES, Entry, Note, Override, Result, Status, Student, Submission
from course.grading.reports.files import FileNames
from course.grading.reports.sheet import Sheet
from course.grading.reports.similar import groups_of_like, tokens
from course.grading.reports.words import moment
from course.grading.reports.write import write
from course.grading.running.single import SingleProcess
from course.i18n import LANGUAGES, translate
from course.message import WrongUse
from course.paths import replacing
from course.terminal.explain import explain
from course.terminal.rendering import Terminal

PLAIN, RATES = find_exercise("know-your-data"), find_exercise("learning-rate")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")
SEED = 5
SCRIPT = "<script>document.title='run'</script>"
HOSTILE = f"""{SOLVED}
print({SCRIPT!r}, chr(27) + '[2J', chr(0x202e), chr(0xd800), 'w' * 500)

def decode_row(row, tokenizer):
    {"x" * 300} = "</pre>{SCRIPT}"
    raise ValueError("]]>" + {SCRIPT!r} + chr(8) + "`" + "y" * 500)
"""
SOURCES = {
    name: (ROOT / "tests/submissions/ch8/know_your_data/wrong" / f"{name}.py").read_text(encoding="utf-8")
    for name in ("pieces_apart", "special_tokens_left", "counts", "order_of_appearance", "list_of_words", "uniform_of_occurring")
} | {"right": SOLVED, "hostile": HOSTILE, "syntax": "def decode_row(:\n", "starter": starter(PLAIN, "plain").read_text("utf-8")}  # fmt: skip
FACTS = {
    "when": "2025-03-01 12:00",
    "isolation": {"level": "jail", "tool": SCRIPT, "parts": {"network": True}},
    "versions": {"python": "3.11"},
    "workers": 2,
}
STRANGE = (
    SCRIPT,
    "=cmd|' /C calc'!A0",
    "@SUM(1)",
    "../../etc/passwd",
    "CON",
    "a\nb\rc\x00\x1b[2J",
    "\u202egnp.exe",
    "한국 학생" * 60,
    "x" * 5_000,
    "\ud800",
    '"><img src=x onerror=alert(1)>',
    "]]>&amp;",
)


@pytest.fixture(scope="module")
def judged() -> dict[str, Result]:
    """Real results of answers to the plain exercise."""
    found = {}
    with SingleProcess("plain", PLAIN) as child:
        every = {name: check(PLAIN, source, "answer.py", child, seed=SEED) for name, source in SOURCES.items()}
    for name, checked in every.items():
        status: Status = "passed" if checked.passed else "partial" if checked.points else "failed"
        ran = checked.ran
        found[name] = Result(status, checked.points, PLAIN.points, tuple(checked.verdicts), ran.output, ran.seconds)
    return found


def curved(values: object) -> Result:
    """A result with a curve, as the judge of the schedule gives it."""
    first, *rest = RATES.checks
    mistake = next(each for each in first.mistakes if each.name == "other-rate")
    data = {"place": "here", "step": 3, "steps": 9, "actual": 0.5, "expected": 0.777, "curve": values}
    waiting = [Verdict(each.name, "waiting", waits_for=first.name) for each in rest]
    verdicts = (Verdict(first.name, "failed", 0, mistake.name, data), *waiting)
    return Result("failed", 0, RATES.points, verdicts, "", 1.5)


def entry(number: int, student: Student, result: Result, source: str = "", **changes: object) -> Entry:
    name = "learning-rate" if result.of == RATES.points else "know-your-data"
    setting: Setting = "pt" if name == "learning-rate" else "plain"
    digest = sha256(source.encode("utf-8", "replace")).hexdigest()
    submission = Submission(
        student, name, setting, f"{student.id}/answer.py", source, digest, "2025-03-01T12:00:00+01:00"
    )
    given = {"override": None, "days_late": 0, "points": float(result.points), "counts": True}
    return Entry(number, submission, result, **{**given, **changes})  # type: ignore[arg-type]


def told(note: Note, language: str) -> str:
    return f"({language}) {note.name}: {note.data['why']}"


STUDENTS = [
    Student("s1", "김민준", "ko"),
    Student("s2", "王小明", "zh_CN"),
    Student("s3", "Niccolò D'Angelo", "it"),
    Student("s4", "Ada", "en"),
    Student("absent", "Nobody", "it"),
    *(Student(strange, strange, language) for strange, language in zip(STRANGE, LANGUAGES * 3, strict=True)),
]


@pytest.fixture(scope="module")
def entries(judged: dict[str, Result]) -> list[Entry]:
    found: list[Entry] = []
    names = [name for name in SOURCES if name != "starter"]
    for student in sorted(STUDENTS, key=lambda student: student.id):
        if student.id == "absent":
            continue
        for name in ("hostile", names[len(found) % len(names)]):
            late = {"counts": name != "hostile", "days_late": len(found) % 3}
            one = entry(len(found) + 1, student, judged[name], SOURCES[name], **late)
            attempt = 1 if name == "hostile" else 2
            found.append(replace(one, submission=replace(one.submission, attempt=attempt)))
        values = [0.1 * step for step in range(40)]
        found.append(entry(len(found) + 1, student, curved(values), "x = 1"))
        override = Override(2.5, f"Well done. {SCRIPT}", "2025-03-02")
        found[-1] = replace(found[-1], override=override, points=2.5) if student.id == "s3" else found[-1]
        refused = entry(len(found) + 1, student, Result("unreadable", 0, 0), counts=False)
        because = Note("too-deep", {"why": f"=1+1 {SCRIPT}"})
        submission = replace(refused.submission, exercise="", origin=f"={student.id}.ipynb", refused=because)
        found.append(replace(refused, submission=submission))
    return found


@pytest.fixture(scope="module")
def out(entries: list[Entry], tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("reports")
    write(directory, lambda: iter(entries), STUDENTS, "it", FACTS, told)
    return directory


def files(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


def rows(path: Path) -> list[dict[str, str]]:
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


class Page(HTMLParser):
    """The elements and words of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def page_of(out: Path, student: str) -> Page:
    return Page(out / "students" / f"{student}.html")


def test_there_is_every_report_and_nothing_half_written(out: Path, entries: list[Entry]) -> None:
    there = {path.relative_to(out).parts[0] for path in files(out)}
    assert there == {"grades.csv", "results.csv", "grades.json", "grades.schema.json", "junit.xml", "gradescope", "students", "index.html"}  # fmt: skip
    assert len(files(out / "students")) == len(STUDENTS)
    assert len(files(out / "gradescope")) == len(entries)


def test_every_student_has_a_row_whoever_handed_in_nothing_too(out: Path, entries: list[Entry]) -> None:
    found = rows(out / "grades.csv")
    assert len(found) == len(STUDENTS)
    by_id = {row["student"]: row for row in found}
    assert by_id["absent"] == {
        "student": "absent", "name": "Nobody", "learning-rate/pt": "", "know-your-data": "", "total": "0", "most": "9",
    }  # fmt: skip
    counted = {each.submission.exercise: each for each in entries if each.submission.student.id == "s3" and each.counts}
    assert float(by_id["s3"]["learning-rate/pt"]) == 2.5
    assert float(by_id["s3"]["total"]) == 2.5 + counted["know-your-data"].points


def test_every_submission_has_a_row(out: Path, entries: list[Entry]) -> None:
    found = rows(out / "results.csv")
    assert [int(row["number"]) for row in found] == [each.number for each in entries]
    assert all(row["reason"].startswith("(it) too-deep") == (row["status"] == "unreadable") for row in found)


@pytest.mark.parametrize("name", ["grades.csv", "results.csv"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_spreadsheet_finds_a_formula(out: Path, name: str, delimiter: str) -> None:
    text = (out / name).read_text(encoding="utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) for cell in row]
    assert not [cell for cell in cells if re.match(r"\s*[=+\-@\t\r]", cell)]
    assert "'=cmd" in text


def test_the_export_keeps_to_its_schema(out: Path, entries: list[Entry]) -> None:
    schema = json.loads((out / "grades.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    grades = json.loads((out / "grades.json").read_text(encoding="utf-8"))
    jsonschema.validate(grades, schema, jsonschema.Draft202012Validator)
    assert set(schema["$defs"]["result"]["properties"]["status"]["enum"]) == set(STATUSES)
    assert sum(len(student["results"]) for student in grades["students"]) == len(entries)
    assert grades["run"] == FACTS


def test_a_class_without_students_has_reports_as_well(tmp_path: Path) -> None:
    write(tmp_path, lambda: iter(()), [], "ko", {}, told)
    schema = json.loads((tmp_path / "grades.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads((tmp_path / "grades.json").read_text(encoding="utf-8")), schema)
    assert ElementTree.parse(tmp_path / "junit.xml").getroot().tag == "testsuites"
    assert rows(tmp_path / "grades.csv") == []
    assert Page(tmp_path / "index.html").all("html") == [{"lang": "ko"}]


def test_junit_has_a_case_for_each_check(out: Path) -> None:
    suites = list(ElementTree.parse(out / "junit.xml").getroot())
    ours = next(suite for suite in suites if suite.get("name") == "s1 · learning-rate/pt")
    assert [child.tag for case in ours for child in case] == ["failure", *["skipped"] * (len(RATES.checks) - 1)]
    assert (ours.get("tests"), ours.get("failures")) == (str(len(RATES.checks)), "1")
    assert sum(suite.get("errors") == "1" for suite in suites) == len(STUDENTS) - 1


def test_gradescope_gets_scores_and_the_students_own_language(out: Path) -> None:
    found = [json.loads(path.read_text(encoding="utf-8")) for path in (out / "gradescope").glob("s1-*/results.json")]
    titles = [translate(one.title, "ko") for one in RATES.checks]
    (rates,) = [each for each in found if [test["name"] for test in each["tests"]] == titles]
    assert rates["score"] == 0
    assert [test["status"] for test in rates["tests"]] == ["failed"] * len(RATES.checks)
    assert rates["stdout_visibility"] == "hidden"
    assert {test["visibility"] for test in rates["tests"]} == {"visible"}


def test_pages_are_in_the_students_language_and_take_nothing_from_elsewhere(out: Path) -> None:
    for student, tag in (("s1", "ko"), ("s2", "zh-CN"), ("s3", "it"), ("s4", "en")):
        page = page_of(out, student)
        assert page.all("html") == [{"lang": tag}]
        assert translate(PLAIN.title, tag.replace("-", "_")) in page.words
        assert f"python -m course hint {RATES.name}" in page.words
    for path in (out / "index.html", *files(out / "students")):
        page = Page(path)
        policies = [each["content"] for each in page.all("meta") if each.get("http-equiv") == "Content-Security-Policy"]
        assert [str(policy).startswith("default-src 'none';") for policy in policies] == [True]
        assert {"charset": "utf-8"} in page.all("meta")
        assert {tag for tag, _ in page.elements}.isdisjoint(
            {"script", "img", "link", "iframe", "object", "form", "base"}
        )
        for _, attributes in page.elements:
            assert not any(name.startswith("on") or name in ("src", "action", "style") for name in attributes)
        assert "url(" not in path.read_text(encoding="utf-8")
        assert "\u202e" not in page.words


def test_every_link_leads_to_a_page(out: Path) -> None:
    links = [unquote(str(link["href"])) for link in Page(out / "index.html").all("a")]
    assert {out / link for link in links} == set(files(out / "students"))


def test_a_page_tells_what_was_wrong_where_and_what_the_teacher_says(out: Path, entries: list[Entry]) -> None:
    page = page_of(out, "s3")
    assert f"Well done. {SCRIPT}" in page.words
    assert "(it) too-deep" in page.words
    told_of = next(each for each in entries if each.submission.student.id == "s3" and each.counts)
    for verdict in told_of.result.verdicts:
        for _, _, text in verdict.frames:
            assert text[:50] in page.words


def test_a_curve_is_drawn_and_described(out: Path) -> None:
    page = page_of(out, "s1")
    (line,) = page.all("polyline")
    assert len(str(line["points"]).split()) == 40
    (drawing,) = page.all("svg")
    assert translate("your loss", "ko") in str(drawing["aria-label"])


@pytest.mark.parametrize(
    "values",
    [[], ["a", None], [float("nan")], [1e308] * 300, [float("inf"), 1.0], [0.5], [-3.0, -1.0], [0.0], list(range(9**5)), "x"],
    ids=lambda values: str(values)[:20],
)  # fmt: skip
def test_a_curve_may_be_anything(tmp_path: Path, values: object) -> None:
    one = entry(1, STUDENTS[0], curved(values))
    write(tmp_path, lambda: iter([one]), STUDENTS[:1], "en", {}, told)
    explain(one, Terminal(Console(file=io.StringIO()), "en"), told)
    for line in Page(tmp_path / "students/s1.html").all("polyline"):
        assert "nan" not in str(line["points"])
    assert (tmp_path / "students/s1.html").stat().st_size < 100_000


def test_what_is_withheld_is_in_no_report(out: Path, entries: list[Entry]) -> None:
    texts = PLAIN.draw(Random(SEED)).kept["texts"]
    found = [verdict for each in entries for verdict in each.result.verdicts if verdict.mistake not in ("", "unfit")]
    expected = {str(each.data["expected"]) for each in found if "expected" in each.data}
    assert {"other-text", "special-left", "other-shares"} <= {each.mistake for each in found}
    for path in files(out):
        content = path.read_text(encoding="utf-8")
        assert not [text for text in texts if text in content or html.escape(text) in content]
        assert not [
            value for value in expected if len(value) > 4 and re.search(rf"(?<![\d.]){re.escape(value)}", content)
        ]
        assert "0.777" not in content
        assert "0,777" not in content


def mistakes() -> Iterator[tuple[Exercise, Check, Mistake]]:
    for exercise in exercises():
        for one in exercise.checks:
            for mistake in one.mistakes:
                yield exercise, one, mistake


def test_a_veiled_sentence_lacks_what_its_mistake_withholds() -> None:
    for exercise, one, mistake in mistakes():
        names = re.findall(r"\{(\w+)\}", mistake.message)
        data = {name: f"<{name}>" for name in names}
        verdict = Verdict(one.name, "failed", mistake=mistake.name, data=data)
        for language in LANGUAGES:
            open_, veiled = (sentence(exercise, verdict, language, veiled=each) for each in (False, True))
            for name in names:
                assert f"<{name}>" in open_
                assert f"<{name}>" not in veiled or name not in mistake.secrets
            assert "…" not in veiled or "…" in open_


def test_whatever_is_withheld_is_there_to_be_shown() -> None:
    for _, _, mistake in mistakes():
        assert all(name == "curve" or f"{{{name}}}" in mistake.message for name in mistake.withheld)


def test_a_withheld_curve_is_not_drawn() -> None:
    for exercise, one, mistake in mistakes():
        verdict = Verdict(one.name, "failed", mistake=mistake.name, data={"curve": [1.0, 2.0]})
        assert curve(exercise, verdict, "en") is not None
        assert (curve(exercise, verdict, "en", veiled=True) is None) == ("curve" in mistake.withheld)


@pytest.mark.parametrize("name", ["students", "gradescope"])
def test_reports_follow_no_link_out_of_their_directory(tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.html").write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    (out / name).symlink_to(elsewhere)
    with pytest.raises(WrongUse):
        write(out, lambda: iter([]), STUDENTS[:1], "en", {}, told)
    assert [path.name for path in elsewhere.iterdir()] == ["mine.html"]


def test_a_type_that_is_asked_for_is_no_secret(judged: dict[str, Result]) -> None:
    verdict = next(each for each in judged["list_of_words"].verdicts if each.mistake == "unfit")
    assert sentence(PLAIN, verdict, "en", veiled=True) == sentence(PLAIN, verdict, "en")


def test_an_exercise_that_is_no_longer_what_was_judged_is_still_listed(tmp_path: Path) -> None:
    result = Result("partial", 1, 4, (Verdict("no-such-check", "failed", mistake="gone"),))
    one = entry(1, STUDENTS[0], result)
    other = replace(one, number=2, submission=replace(one.submission, exercise="no-such-exercise"))
    write(tmp_path, lambda: iter([one, other]), STUDENTS[:1], "en", {}, told)
    assert [row["number"] for row in rows(tmp_path / "results.csv")] == ["1", "2"]
    assert "no-such-exercise" in Page(tmp_path / "students/s1.html").words


def test_of_an_exercise_answered_in_two_settings_the_better_answer_counts() -> None:
    one = entry(1, STUDENTS[0], replace(curved([]), points=4))
    other = entry(2, STUDENTS[0], replace(curved([]), points=3))
    other = replace(other, submission=replace(other.submission, setting="tf"))
    assert Sheet(STUDENTS[0], (one, other)).points == 4


def test_only_one_students_entries_are_held_at_a_time(judged: dict[str, Result], tmp_path: Path) -> None:
    alive: list[weakref.ref[Entry]] = []
    most = 0

    def made() -> Iterator[Entry]:
        nonlocal most
        for number in range(300):
            one = replace(entry(number, Student(f"s{number:04}"), judged["counts"], SOURCES["counts"]), number=number)
            alive.append(weakref.ref(one))
            if number % 50 == 0:
                gc.collect()
                most = max(most, sum(each() is not None for each in alive))
            yield one

    write(tmp_path, made, [], "en", {}, told)
    assert 0 < most < 9
    assert len(files(tmp_path / "students")) == 300


def test_a_report_that_cannot_be_finished_leaves_the_former_one(entries: list[Entry], tmp_path: Path) -> None:
    write(tmp_path, lambda: iter(entries), STUDENTS, "en", {}, told)
    before = (tmp_path / "grades.json").read_bytes()
    calls = iter(range(9))

    def broken() -> Iterator[Entry]:
        yield from entries[:3]
        if next(calls) == 2:
            raise KeyboardInterrupt
        yield from entries[3:]

    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, broken, STUDENTS, "en", {}, told)
    assert (tmp_path / "grades.json").read_bytes() == before
    assert not [path for path in files(tmp_path) if path.name.startswith(".")]


def test_a_directory_that_cannot_be_written_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        write(tmp_path / "file", lambda: iter(()), [], "en", {}, told)


def test_a_file_that_is_replaced_is_never_half_there(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with replacing(path) as file:
        file.write("new \ud800")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new ?"


@pytest.mark.parametrize("name", [*STRANGE, "", ".", "..", "nul", "COM1", "a" * 101, "e\u0301" * 90, "-", "LPT¹"])
def test_a_file_name_is_safe_on_any_system(name: str, tmp_path: Path) -> None:
    safe = FileNames()(name)
    assert re.fullmatch(r"[\w-]+", safe)
    assert len(safe.encode()) <= 100
    assert safe.casefold() not in ("con", "nul", "com1", "lpt¹")
    (tmp_path / f"{safe}.html").write_text("")


def test_file_names_never_meet() -> None:
    names = FileNames()
    marked = names("Ä b")
    ids = ["Anna", "anna", "ANNA", "a/b", "a_b", "a\\b", "é", "e\u0301", "ｘ", "x", marked, "x" * 200, "x" * 201]
    given = [names(each) for each in ids]
    assert len({each.casefold() for each in [*given, marked]}) == len(ids) + 1
    assert [names(each) for each in ids] == given


BASE = "def f(row, scale):\n    total = 0\n    for each in row:\n        total += each * scale\n    return total / len(row) if row else 0.0\n"


@pytest.mark.parametrize(
    "other",
    [
        BASE,
        BASE.replace("total", "sum_of_all").replace("each", "x"),
        f"# mine alone\n\n\n{BASE}",
        BASE.replace(":\n    total = 0", ':\n    """Says what."""\n    total = 0  # begin'),
        BASE.replace("    ", "  ").replace(" += ", "+="),
    ],
)
def test_layout_comments_and_names_make_no_difference(other: str) -> None:
    groups = groups_of_like([("a", "e", "plain", BASE), ("b", "e", "plain", other), ("a", "e", "plain", BASE)])
    assert [group.students for group in groups] == [("a", "b")]


@pytest.mark.parametrize(
    "other",
    [
        BASE.replace("*", "+"),
        BASE.replace("0.0", "1.0"),
        BASE.replace("total += each * scale", "total += scale * each"),
        BASE.replace("len(row)", "row.size"),
    ],
)
def test_what_is_done_makes_a_difference(other: str) -> None:
    assert groups_of_like([("a", "e", "plain", BASE), ("b", "e", "plain", other)]) == []


def test_nobody_is_alike_for_the_starter_or_a_line_or_another_exercise() -> None:
    def begun(exercise: str, setting: Setting) -> str:
        return BASE

    assert groups_of_like([(who, "e", "plain", BASE) for who in "ab"], begun) == []
    assert groups_of_like([(who, "e", "plain", f"{BASE}\nprint(f)\n") for who in "ab"], begun) == []
    assert groups_of_like([(who, "e", "plain", "x = 1\n") for who in "ab"]) == []
    assert groups_of_like([("a", "e", "plain", BASE), ("b", "other", "plain", BASE), ("c", "e", "pt", BASE)]) == []
    assert groups_of_like([("a", "e", "plain", BASE), ("a", "e", "plain", BASE)]) == []


@pytest.mark.parametrize(
    "source", ["(" * 40_000, "'''" + "\n" * 40_000, "\\\n" * 20_000, "\0", "if x:\n\ty\n        z\n", "  x\n y", "\ud800", "é" * 99_999]
)  # fmt: skip
def test_what_cannot_be_taken_apart_is_like_nothing(source: str) -> None:
    assert groups_of_like([(who, "e", "plain", source) for who in "ab"]) == [] or tokens(source)


def test_like_answers_are_named_on_the_page_of_the_class(judged: dict[str, Result], tmp_path: Path) -> None:
    three = [entry(number, STUDENTS[number], judged["right"], SOURCES["right"]) for number in range(3)]
    write(tmp_path, lambda: iter(three), STUDENTS[:3], "en", {}, told)
    assert sum("students/s1.html" in str(link["href"]) for link in Page(tmp_path / "index.html").all("a")) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_result_is_explained_as_a_check_shows_it(entries: list[Entry], language: str) -> None:
    for one in entries[:12]:
        file = io.StringIO()
        explain(one, Terminal(Console(file=file, width=100), language), told)
        said = file.getvalue()
        assert "\x1b" not in said
        assert "\u202e" not in said
        assert ("too-deep" in said) == (one.result.status == "unreadable")
        for verdict in one.result.verdicts:
            title = next(
                each.title for each in find_exercise(one.submission.exercise).checks if each.name == verdict.check
            )
            assert translate(title, language) in " ".join(said.split())


@pytest.mark.browser
def test_no_page_is_wider_than_a_phone(out: Path, tmp_path: Path) -> None:
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        assert not os.environ.get("CI"), "Chromium is missing"
        pytest.skip("needs Chromium")
    pages = [out / "index.html", *files(out / "students")]
    frames = [
        f'<iframe width="360" srcdoc="{html.escape(path.read_text(encoding="utf-8"))}"></iframe>' for path in pages
    ]
    wide = f'<iframe width="360" srcdoc="{"x" * 999}"></iframe>'
    widths_of = "[...document.querySelectorAll('iframe')].map(each => each.contentDocument.documentElement.scrollWidth)"
    measure = f"onload = () => document.title = {widths_of}.join(' ')"
    (tmp_path / "all.html").write_text(f"<!doctype html>{''.join(frames)}{wide}<script>{measure}</script>", "utf-8")
    options = [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
        "--disable-background-networking", "--disable-component-update", f"--user-data-dir={tmp_path / 'profile'}",
        "--disable-breakpad", "--dump-dom", (tmp_path / "all.html").as_uri(),
    ]  # fmt: skip
    # a browser leaves processes that hold a pipe open: it writes to a file, and what it started ends with it
    with (tmp_path / "dom").open("wb") as dom:
        done = subprocess.Popen([browser, *options], stdout=dom, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        assert done.wait(120) == 0
    finally:
        with suppress(ProcessLookupError):
            os.killpg(done.pid, signal.SIGKILL)
    title = re.search("<title>([0-9 ]+)</title>", (tmp_path / "dom").read_text("utf-8"))
    assert title is not None
    *widths, control = map(int, title.group(1).split())
    assert control > 360
    assert [path.name for path, width in zip(pages, widths, strict=True) if width > 360] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2026-11-23T09:24:05+02:00", "2026-11-23 07:24:05 UTC"),
        ("2025-03-01 12:00", "2025-03-01 12:00:00"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
        ("yesterday", "yesterday"),
        ("", ""),
    ],
)
def test_a_time_is_shown_as_people_write_it(text: str, shown: str) -> None:
    assert moment(text) == shown
