"""`python -m course grade`, as an instructor types it."""

from __future__ import annotations

import csv
import json
import os
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.commands import command, run
from support.gradebooks import judged
from support.paths import ROOT

from course.contents import exercises, find_exercise, solution
from course.grading.gradebook.gradebook import Gradebook

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="answers are shut in on Linux only")]
PLAIN = find_exercise("know-your-data")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")
WRONG = ROOT / "tests/submissions/ch8/know_your_data/wrong"


def grade(*words: object, lang: str = "en", env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return run("grade", *words, "--lang", lang, env=env)


def hand_in(directory: Path, student: str, source: str, name: str = "know_your_data.py") -> None:
    (directory / student).mkdir(parents=True, exist_ok=True)
    (directory / student / name).write_text(source, encoding="utf-8")


def notebook(*cells: str) -> str:
    made = [
        {"cell_type": "code", "metadata": {}, "source": cell, "outputs": [], "execution_count": None} for cell in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def rows(out: Path, name: str = "results.csv") -> dict[str, dict[str, str]]:
    with (out / name).open(encoding="utf-8-sig", newline="") as file:
        found = list(csv.DictReader(file))
    students = [row["student"] for row in found]
    assert len(set(students)) == len(students)
    return dict(zip(students, found, strict=True))


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Three students, each with files such as students hand in."""
    made = tmp_path / "handed in"
    hand_in(made, "ana", SOLVED)
    hand_in(made, "유나", notebook("print('hello')", SOLVED, "%timeit 1"), "answer.ipynb")
    hand_in(made, "张伟", next(iter(sorted(WRONG.glob("*.py")))).read_text(encoding="utf-8"))
    (tmp_path / "class.csv").write_text(
        "id,name,language\nana,Ana Rossi,it\n유나,김유나,ko\n张伟,张伟,zh\nbob,Bob,en\n", encoding="utf-8"
    )
    return made


def test_a_class_is_graded(jailed: None, handed_in: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = grade(handed_in, "--out", out, "--roster", tmp_path / "class.csv", "--jobs", 2)
    assert done.returncode == 0, done.stderr
    assert "bubblewrap" in done.stderr
    found = rows(out)
    assert {student: row["status"] for student, row in found.items()} == {
        "ana": "passed",
        "유나": "passed",
        "张伟": found["张伟"]["status"],
    }
    assert found["张伟"]["status"] in ("partial", "failed")
    assert set(rows(out, "grades.csv")) == {"ana", "bob", "유나", "张伟"}
    pages = {page.read_text(encoding="utf-8") for page in (out / "students").iterdir()}
    assert {lang for lang in ("en", "it", "ko", "zh-CN") for page in pages if f'lang="{lang}"' in page} == {
        *("en", "it", "ko", "zh-CN")
    }
    explained = grade("--out", out, "--explain", found["张伟"]["number"])
    assert explained.returncode == 0
    assert "✗" in explained.stdout


def test_nothing_is_imported_from_the_working_directory(jailed: None, tmp_path: Path) -> None:
    """Students choose the names of files, where all files lie in one directory."""
    spoiled = "from pathlib import Path\n\nPath(__file__).with_suffix('.imported').touch()\n"
    for name in ("secrets", "click", "random", "dataclasses", "babel", "rich", "jinja2", "datasets", "numpy"):
        (tmp_path / f"{name}.py").write_text(spoiled, encoding="utf-8")
    hand_in(tmp_path / "class", "ana", SOLVED)
    for words in (["grade", "class", "--out", "out"], ["exercises"], ["--help"]):
        done = run(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    listed = [sys.executable, "-m", "course.ch8", "--list"]
    assert subprocess.run(listed, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert run("check", "class/ana/know_your_data.py", cwd=tmp_path).returncode == 0
    assert list(tmp_path.glob("*.imported")) == []
    assert rows(tmp_path / "out")["ana"]["status"] == "passed"


def test_a_checkout_in_the_scratch_directory_is_seen_whole(jailed: None) -> None:
    """An answer has a `/tmp` of its own, which would hide what this project has there."""
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        checkout = Path(made)
        for name in ("course", "exercises", "locales"):
            shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__", "assets"))
        shutil.copy(ROOT / "pyproject.toml", checkout)
        (checkout / "course/assets").mkdir()
        shutil.copy(ROOT / "course/assets/SHA256SUMS", checkout / "course/assets")
        hand_in(checkout / "class", "ana", f"import course.svg\n{SOLVED}")
        done = run("grade", "class", "--out", "out", cwd=checkout, env={"PYTHONPATH": made})
        assert done.returncode == 0, done.stderr
        assert rows(checkout / "out")["ana"]["status"] == "passed"


@pytest.mark.parametrize("below", ["", "ana"])
def test_it_is_not_started_inside_what_it_grades(handed_in: Path, tmp_path: Path, below: str) -> None:
    done = run("grade", handed_in, "--out", tmp_path / "out", cwd=handed_in / below)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_second_run_grades_what_is_new(jailed: None, handed_in: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert grade(handed_in, "--out", out).returncode == 0
    before = results(out)
    hand_in(handed_in, "zoe", SOLVED + "\n# hers\n")
    assert grade(handed_in, "--out", out).returncode == 0
    after = results(out)
    assert len(after) == len(before) + 1
    assert before.items() <= after.items()
    assert grade(handed_in, "--out", out, "--fresh").returncode == 0
    assert not before.items() & results(out).items()


def results(out: Path) -> dict[int, tuple[object, ...]]:
    """The current results by their number, each with the run that it is of."""
    with sqlite3.connect(out / "gradebook.sqlite") as book:
        query = "SELECT number, run, status, points, seconds FROM results WHERE superseded = 0"
        found = {row[0]: row[1:] for row in book.execute(query)}
    book.close()
    return found


def test_a_grader_that_is_killed_goes_on_where_it_was(jailed: None, tmp_path: Path) -> None:
    made, out = tmp_path / "in", tmp_path / "out"
    for number in range(40):
        hand_in(made, f"s{number:02}", f"{SOLVED}\n# {number}\n")
    words = command("grade", made, "--out", out, "--jobs", 2)
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and judged(out) < 10:
            pass
        started = descendants(process.pid)
        process.send_signal(signal.SIGKILL)
    assert started
    before = {number: row for number, row in results(out).items() if row[1] is not None}
    assert 10 <= len(before) < 40
    assert grade(made, "--out", out, "--jobs", 2).returncode == 0
    after = results(out)
    assert before.items() <= after.items()
    assert {row["status"] for row in rows(out).values()} == {"passed"}
    assert len(rows(out)) == len(after) == 40
    for pid, (_, began) in started.items():
        wait_for_the_end(pid, began)


def stat(pid: int) -> tuple[int, str]:
    """A process's parent, and when it began; (0, "") for one that is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, ""
    return int(fields[1]), fields[19]


def wait_for_the_end(pid: int, began: str) -> None:
    """Wait until the process that began then has ended by itself; one that never ends meets the time limit of the test."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        if stat(pid)[1] == began:
            select.select([handle], [], [])
    finally:
        os.close(handle)


def descendants(pid: int) -> dict[int, tuple[int, str]]:
    """The descendants of a process by number, each with its `stat`."""
    found: dict[int, tuple[int, str]] = {}
    pids = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    parents = {pid}
    while parents:
        new = {each: stat(each) for each in pids if each not in found and stat(each)[0] in parents}
        found |= new
        parents = set(new)
    return found


def test_what_is_taken_away_is_told_and_leaves_the_reports(jailed: None, handed_in: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert grade(handed_in, "--out", out).returncode == 0
    shutil.rmtree(handed_in / "ana")
    done = grade(handed_in, "--out", out)
    assert "1 submission of the previous run" in " ".join(done.stderr.split())
    assert "ana" not in rows(out)
    assert not list(out.rglob("*ana*"))


def test_a_class_that_an_answer_could_read_is_not_graded(jailed: None, tmp_path: Path) -> None:
    inside = Path(sys.prefix) / "handed-in"
    hand_in(inside, "ana", SOLVED)
    try:
        done = grade(inside, "--out", tmp_path / "out")
    finally:
        shutil.rmtree(inside)
    assert done.returncode == 2
    assert "files" in done.stderr


def test_a_class_may_lie_beside_what_the_jail_shows(jailed: None, tmp_path: Path) -> None:
    beside = Path(sys.prefix).parent / f"handed-in-{os.getpid()}"
    hand_in(beside, "ana", SOLVED)
    try:
        done = grade(beside, "--out", tmp_path / "out")
    finally:
        shutil.rmtree(beside)
    assert done.returncode == 0, done.stderr


def test_what_stops_the_grader_is_told(jailed: None, handed_in: Path, tmp_path: Path) -> None:
    """A sandbox that works for the probe, and fails for every answer that has a harness."""
    real = shutil.which("bwrap")
    false = tmp_path / "bin" / "bwrap"
    false.parent.mkdir()
    false.write_text(
        f'#!/bin/sh\ncase "$*" in *.harness.*) echo "no such library" >&2; exit 1;; esac\nexec {real} "$@"\n'
    )
    false.chmod(0o755)
    done = grade(handed_in, "--out", tmp_path / "out", env={"PATH": f"{false.parent}:{os.environ['PATH']}"})
    assert done.returncode == 1
    assert "no such library" in done.stderr
    assert {row["status"] for row in rows(tmp_path / "out").values()} == {"infrastructure"}
    assert grade(handed_in, "--out", tmp_path / "out").returncode == 0
    assert "infrastructure" not in {row["status"] for row in rows(tmp_path / "out").values()}


def test_what_an_instructor_decides_stays(jailed: None, handed_in: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert grade(handed_in, "--out", out, "--due", "2020-01-01", "--late", "50%").returncode == 0
    assert float(rows(out)["ana"]["points"]) == 0
    done = grade("--out", out, "--override", "ana", "know-your-data", "3.5", "--comment", "Well <done>")
    assert done.returncode == 0, done.stderr
    assert float(rows(out)["ana"]["points"]) == 3.5
    assert float(rows(out)["유나"]["points"]) == 0
    assert grade(handed_in, "--out", out, "--fresh").returncode == 0
    assert float(rows(out)["ana"]["points"]) == 3.5
    assert float(rows(out)["유나"]["points"]) == PLAIN.points
    assert "Well &lt;done&gt;" in (out / "students/ana.html").read_text(encoding="utf-8")


def test_other_isolation_is_told(handed_in: Path, tmp_path: Path) -> None:
    done = grade(handed_in, "--out", tmp_path / "out", "--isolation", "process")
    assert done.returncode == 0
    assert "all your rights" in " ".join(done.stderr.split())
    assert rows(tmp_path / "out")["ana"]["status"] == "passed"


@pytest.mark.parametrize(
    "words",
    [
        ("IN",),
        ("--out", "OUT"),
        ("--out", "OUT", "--explain", "1"),
        ("nothing-there", "--out", "OUT"),
        ("IN", "--out", "OUT", "--isolation", "none"),
        ("IN", "--out", "OUT", "--layout", "heap"),
        ("IN", "--out", "OUT", "--exercise", "no-such"),
        ("IN", "--out", "OUT", "--roster", "no-such.csv"),
        ("IN", "--out", "OUT", "--late", "10%"),
        ("IN", "--out", "OUT", "--due", "tomorrow"),
        ("IN", "--out", "OUT", "--jobs", "0"),
        ("IN", "--out", "FILE"),
        ("--out", "GRADED", "--due", "2030-01-01"),
        ("--out", "GRADED", "--attempts", "best"),
        ("--out", "GRADED", "--fresh"),
        ("--out", "GRADED", "--explain", "99"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_wrong_use_is_one_sentence(words: tuple[str, ...], lang: str, handed_in: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    if "GRADED" in words:
        with Gradebook(tmp_path / "graded") as book:
            book.begin({})
    places = {"GRADED": tmp_path / "graded", "IN": handed_in, "OUT": tmp_path / "out", "FILE": file}
    done = grade(*(places.get(word, word) for word in words), lang=lang)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr


def test_every_exercise_can_be_restricted_to(jailed: None, handed_in: Path, tmp_path: Path) -> None:
    others = next(each for each in exercises() if each.name != PLAIN.name)
    assert grade(handed_in, "--out", tmp_path / "out", "--exercise", others.name).returncode == 0
    assert all(row["exercise"] != PLAIN.name for row in rows(tmp_path / "out").values())


def test_a_classes_clones_are_graded_and_no_time_makes_them_late(jailed: None, tmp_path: Path) -> None:
    """A clone's own settings name programs that any git command would start."""
    clones, ran = tmp_path / "clones", tmp_path / "ran"
    for student in ("ana", "bo"):
        hand_in(clones, f"lab-{student}", SOLVED)
        hooks = clones / f"lab-{student}" / ".git"
        subprocess.run(["git", "init", "--quiet", hooks.parent], check=True)
        with (hooks / "config").open("a", encoding="utf-8") as config:
            config.write(f"[core]\n\tfsmonitor = touch {ran}\n\tsshCommand = touch {ran}\n")
    words = [clones, "--layout", "clones", "--out", tmp_path / "out"]
    refused = grade(*words, "--due", "2020-01-01", "--late", "10%")
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    done = grade(*words)
    assert done.returncode == 0, done.stderr
    found = rows(tmp_path / "out")
    assert {student: (row["status"], row["handed_in"]) for student, row in found.items()} == {
        "ana": ("passed", ""),
        "bo": ("passed", ""),
    }
    assert not ran.exists()
