"""A class of attackers, each between two honest students: no point forged, nothing leaked or left, no other student harmed."""

import csv
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

import pytest
from support.attacks import Attack, attacks
from support.paths import ROOT

from course.contents import find_exercise, solution
from course.exercise import Setting
from course.frameworks import available
from course.grading.grader import Grader
from course.grading.records import Student, Submission
from course.grading.running.fork_server import SUBREAPER
from course.grading.running.isolation import isolate
from course.grading.running.sandbox_inside import SystemCalls

CORPUS = attacks()
SHORT_LIMITS = ROOT / "tests/support/short_limits.py"
LEAKED = b"LEAK" + b"ED:"
CANARY = "attack-canary"
HONEST = '\n# {student}\nimport os as _os\n\n_os.write(2, b"a word for nobody else\\n")\n'
MARKUP = ("<script>document.title", "<script>alert", "<img src=x", "<svg onload", "<svg/onload", "<base href")
UNPRINTABLE = ("\x1b", "\x9b", "\x00", "\x08", "\u202e")
grades = pytest.mark.skipif(sys.platform != "linux", reason="the jail is Linux's")


def test_every_attack_says_what_it_tries_and_no_two_try_the_same() -> None:
    assert len(CORPUS) >= 70
    assert [name for name, times in Counter(attack.tries for attack in CORPUS).items() if times > 1] == []
    assert [attack.name for attack in CORPUS if not attack.tries.endswith(".")] == []


def test_no_attack_says_by_its_text_alone_that_something_leaked() -> None:
    """The gradebook may keep what was handed in."""
    assert [attack.name for attack in CORPUS if LEAKED.decode() in attack.source] == []


@dataclass(frozen=True)
class Graded:
    """The outcome of grading all attacks.

    Attributes:
        handed_in: the attack of each student, None for an honest one, in the order of grading.
        changed: what was handed in and is not as it was.
        canaries: files that an attack has left outside.
        running: processes that an attack has left.
    """

    done: subprocess.CompletedProcess[bytes]
    out: Path
    handed_in: dict[str, Attack | None]
    rows: list[dict[str, str]]
    changed: list[str]
    canaries: list[str]
    running: list[str]


@pytest.fixture(scope="module")
def graded(jailed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    place = tmp_path_factory.mktemp("class")
    submissions, out = place / "submissions", place / "out"
    handed_in = hand_in(submissions)
    before = contents(submissions)
    marker = secrets.token_hex(16)
    there = canaries(submissions)
    with left_running() as left:
        done = subprocess.run(
            [sys.executable, str(SHORT_LIMITS), "grade", str(submissions), "--out", str(out), "--jobs", "2"],
            cwd=ROOT,
            env={**os.environ, "ATTACKED_RUN": marker, "GRADING_SECRET": marker},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            # signals to a group shall not end the tests
            start_new_session=True,
            check=False,
        )
    found = canaries(submissions) - there
    after = contents(submissions)
    changed = [str(path) for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    rows = []
    if (out / "results.csv").is_file():
        with (out / "results.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    yield Graded(done, out, handed_in, rows, changed, sorted(map(str, found)), left)
    for path in found:
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def hand_in(submissions: Path) -> dict[str, Attack | None]:
    """One directory for each student: for each exercise honest ones and attackers by turns, the first and the last honest."""
    handed_in: dict[str, Attack | None] = {}
    ready = sorted((attack for attack in CORPUS if available()[attack.setting]), key=answered)
    for (name, setting), together in groupby(ready, answered):
        exercise = find_exercise(name)
        right = solution(exercise, setting).read_text(encoding="utf-8")
        for attack in (None, *chain.from_iterable((each, None) for each in together)):
            student = f"{len(handed_in):03}-{'honest' if attack is None else 'hostile'}"
            # what is the same for two students may be run once
            text = right + HONEST.format(student=student) if attack is None else attack.source
            file = submissions / student / exercise.file_name(setting)
            file.parent.mkdir(parents=True)
            file.write_text(text, encoding="utf-8")
            handed_in[student] = attack
    return handed_in


def answered(attack: Attack) -> tuple[str, Setting]:
    return attack.exercise.name, attack.setting


def contents(directory: Path) -> dict[Path, tuple[bytes, int, int]]:
    return {
        path: (path.read_bytes(), path.stat().st_mode, path.stat().st_mtime_ns)
        for path in directory.rglob("*")
        if path.is_file()
    }


def canaries(submissions: Path) -> set[Path]:
    """The files by which attacks show where they can write."""
    shallow = [Path(name) for name in ("/", "/etc", "/run", "/run/lock", "/usr/local", "/var/tmp", "/dev/shm")]
    shallow += [Path("/tmp"), Path.home(), Path.cwd(), ROOT, Path(sys.prefix), Path(sys.base_prefix)]
    deep = [ROOT / "course", submissions.parent, *(Path(name) for name in sys.path if name.endswith("-packages"))]
    found = {path for place in shallow if place.is_dir() for path in place.iterdir() if CANARY in path.name}
    for place in deep:
        found |= set(place.rglob(f"*{CANARY}*"))
    return found


def descendants() -> dict[int, str]:
    """The processes that this one started, and that those started: number, and what runs there."""
    parents, lines = {}, {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with suppress(OSError):
                name, _, fields = (process / "stat").read_bytes().partition(b"(")[2].rpartition(b")")
                state, parent = fields.split()[:2]
                if state != b"Z":
                    parents[int(process.name)] = int(parent)
                    lines[int(process.name)] = f"{name!r} {(process / 'cmdline').read_bytes()!r}"
    found: set[int] = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in found} - found:
        found |= more
    return {number: lines[number] for number in found - {os.getpid()}}


@contextmanager
def left_running() -> Iterator[list[str]]:
    """Give a list; at the end, what was started meanwhile and still runs stands in it, and is killed."""
    left: list[str] = []
    # a process whose parent has ended becomes a child of this one
    SystemCalls()("prctl", SUBREAPER, 1, 0, 0, 0)
    before = descendants()
    yield left
    for number, line in descendants().items():
        if number not in before:
            left.append(line)
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
    SystemCalls()("prctl", SUBREAPER, 0, 0, 0, 0)


@grades
def test_what_goes_on_after_its_parent_is_found() -> None:
    waiting = "import signal; print(flush=True); signal.pause()"
    both = ["sh", "-c", '"$0" -c "$1" & setsid "$0" -c "$1" &', sys.executable, waiting]
    with left_running() as left, subprocess.Popen(both, stdout=subprocess.PIPE, start_new_session=True) as parent:
        assert parent.stdout is not None
        # before a process has begun to wait, it may still be on the way from one program to the next
        assert [parent.stdout.readline() for _ in range(2)] == [b"\n", b"\n"]
    assert [line for line in left if "signal.pause" in line] == left
    assert len(left) == 2


@grades
@pytest.mark.attacks
def test_the_batch_is_finished(graded: Graded) -> None:
    assert graded.done.returncode == 0, graded.done.stderr[-2000:]
    assert Counter(row["student"] for row in graded.rows) == Counter(graded.handed_in.keys())
    told = [row["number"] for row in graded.rows]
    assert len(set(told)) == len(told)


@grades
@pytest.mark.attacks
def test_no_point_is_forged(graded: Graded) -> None:
    wrong = []
    for row in graded.rows:
        attack = graded.handed_in.get(row["student"])
        if attack is not None and (row["status"] not in attack.statuses or float(row["points"]) > attack.points):
            wrong.append(f"{attack.name}: {row['status']} with {row['points']}")
    assert wrong == []


VALUES = ("forged", "lying", "patched", "unearned")
"""The kinds of attacks that hand over values of their own, which might be right by chance."""
DRAWS = 20


@grades
@pytest.mark.draws
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("setting", ["plain", "pt", "tf"])
def test_no_point_is_won_by_chance(jailed: None, setting: Setting) -> None:
    won = []
    with Grader(isolate("jail")) as grader:
        for attack in CORPUS:
            if attack.setting == setting and attack.path.parent.name in VALUES:
                name = attack.exercise.name
                for draw in range(DRAWS):
                    handed_in = Submission(
                        Student("student"), name, setting, attack.path.name, attack.source, str(draw)
                    )
                    result = grader.grade(handed_in)
                    if result.status not in attack.statuses or result.points > attack.points:
                        won.append(f"{attack.name}: {result.status} with {result.points}")
    assert won == []


@grades
@pytest.mark.attacks
def test_the_honest_next_to_them_are_unharmed(graded: Graded) -> None:
    honest = [row for row in graded.rows if graded.handed_in.get(row["student"], row) is None]
    assert len(honest) == sum(attack is None for attack in graded.handed_in.values())
    assert [row for row in honest if row["status"] != "passed" or float(row["points"]) != float(row["of"])] == []


@grades
@pytest.mark.attacks
def test_nothing_is_leaked(graded: Graded) -> None:
    told = [graded.done.stdout, graded.done.stderr]
    leaked = [line for text in told for line in text.splitlines() if LEAKED in line]
    for path in graded.out.rglob("*"):
        if path.is_file():
            parts = path.read_bytes().split(LEAKED)[1:]
            leaked += [path.name.encode() + b": " + part[:100] for part in parts]
    assert leaked == []


@grades
@pytest.mark.attacks
def test_nothing_outside_is_touched(graded: Graded) -> None:
    assert (graded.changed, graded.canaries) == ([], [])


@grades
@pytest.mark.attacks
def test_nothing_is_left_running(graded: Graded) -> None:
    assert graded.running == []


@grades
@pytest.mark.attacks
def test_what_attackers_write_is_text_in_every_report(graded: Graded) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in reports(graded.out)}
    told = [graded.done.stdout.decode("utf-8"), graded.done.stderr.decode("utf-8")]
    assert [sign for text in told for sign in UNPRINTABLE if sign in text] == []
    assert [(path.name, sign) for path, text in texts.items() for sign in UNPRINTABLE if sign in text] == []
    pages = {path: text for path, text in texts.items() if path.suffix == ".html"}
    assert [(path.name, sign) for path, text in pages.items() for sign in MARKUP if sign in text] == []
    for path, text in texts.items():
        if path.suffix == ".json":
            json.loads(text, parse_constant=no_number)
        if path.suffix == ".xml":
            assert len(ElementTree.fromstring(text)) > 0
        if path.suffix == ".csv":
            rows = list(csv.reader(text.splitlines(keepends=True)))
            assert len({len(row) for row in rows}) == 1, path.name
            assert [cell for row in rows for cell in row if is_formula(cell)] == []


def reports(out: Path) -> list[Path]:
    kinds = {".csv", ".json", ".xml", ".html", ".txt", ".md"}
    return sorted(path for path in out.rglob("*") if path.suffix in kinds and path.is_file())


def no_number(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON")


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet would compute what stands in a cell, other than a number."""
    if not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False
