"""Each result is recorded once and survives crashes, and an entry's points follow from it."""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from math import inf, nan
from pathlib import Path
from shutil import copytree, ignore_patterns

import numpy as np
import pytest
from support.paths import ROOT

from course.contents import exercises, find_exercise
from course.exercise import Verdict
from course.grading.gradebook.database import FILE, LOCK
from course.grading.gradebook.gradebook import Gradebook
from course.grading.gradebook.policy import Policy
from course.grading.gradebook.terms import Terms
from course.grading.records import Entry, Note, Override, Result, Student, Submission
from course.grading.versions import exercise_version, grader_version
from course.message import WrongUse

PASSED = Result("passed", 3, 3, (Verdict("accuracy", "passed", 2), Verdict("each-evaluation", "passed", 1)))
PARTIAL = Result("partial", 2, 3)
BROKEN = Result("infrastructure", 0, 3, tries=3)
DUE = datetime(2026, 5, 31, 18, tzinfo=timezone.utc)


def submission(
    student: str = "ada", text: str = "x = 1\n", exercise: str = "metrics", attempt: int = 1, late: float = -1.0
) -> Submission:
    """A submission that was handed in so many days after the due time."""
    return Submission(
        student=Student(student),
        exercise=exercise,
        setting="pt",
        origin=f"{student}/{exercise}-{attempt}.py",
        source=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        handed_in=(DUE + timedelta(days=late)).isoformat(),
        attempt=attempt,
    )


def refused(student: str = "ada", exercise: str = "") -> Submission:
    return Submission(
        Student(student), exercise, "plain", "odd.zip", "", "0" * 64, refused=Note("bomb", {"size": 10**9})
    )


def run(directory: Path, graded: Sequence[tuple[Submission, Result]], fresh: bool = False) -> list[Entry]:
    """Do a whole run, and return the entries after it."""
    with Gradebook(directory) as book:
        book.begin({}, fresh=fresh)
        for each, _ in graded:
            book.add(each)
        for each, result in graded:
            book.record(each, result)
        book.finish()
        return list(book.entries(Policy()))


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Gradebook]:
    with Gradebook(tmp_path) as opened:
        opened.begin({})
        yield opened


def test_all_that_is_recorded_comes_back_as_it_was(tmp_path: Path) -> None:
    handed = Submission(
        student=Student("김/1", "김 하나", "ko"),
        exercise="metrics",
        setting="pt",
        origin="제출.zip/metrics_pt.py",
        source="print('안녕\0')\r\n",
        sha256="ab" * 32,
        handed_in="2026-05-31T18:00:00+09:00",
        attempt=2,
        refused=None,
        notes=(Note("duplicate", {"of": "other.py", "cells": [1, 2]}), Note("moved")),
    )
    data = {"curve": [0.5, inf, -inf], "none": None, "yes": True, "half": "\ud83d", "names": ["ä", 2**63], "rate": 1e-9}
    result = Result(
        status="timeout",
        points=2,
        of=3,
        verdicts=(
            Verdict("accuracy", "passed", 2),
            Verdict("each-evaluation", "failed", 0, "raised", data, ((3, "f", "x = 1 / 0"), (1, "", "f()"))),
        ),
        output="hé \ud83d \0 …\n",
        seconds=1.25,
        memory=2**33,
        tries=2,
    )
    isolation = {"level": "bubblewrap", "limits": {"processes": 64}}
    with Gradebook(tmp_path / "new" / "place") as book:
        book.begin(isolation)
        assert book.add(handed)
        book.record(handed, result)
    with Gradebook(tmp_path / "new" / "place") as book:
        (entry,) = book.entries(Policy())
        assert (entry.submission, entry.result) == (handed, result)
        assert book.source(handed.sha256) == handed.source
        last = book.last_run()
        assert last is not None
        assert (last.isolation, last.ended, last.versions["grader"]) == (isolation, "", grader_version())
        with pytest.raises(KeyError):
            book.source("cd" * 32)


def test_odd_data_is_kept_as_what_can_be_printed(book: Gradebook) -> None:
    class Odd:
        def __str__(self) -> str:
            return "\x1b[31mred"

    data = {
        "nan": nan,
        "array": np.array([[1.5, 2.0]], np.float32),
        "count": np.int64(7),
        "tuple": (1, "a"),
        "odd": Odd(),
        "huge": 10**6000,
        "long": np.longdouble(1.5),
    }
    book.add(submission())
    book.record(submission(), Result("failed", 0, 3, (Verdict("accuracy", "failed", 0, "other-value", data),)))
    (entry,) = book.entries(Policy())
    kept = dict(entry.result.verdicts[0].data)
    assert str(kept.pop("nan")) == "nan"
    assert kept == {
        "array": [[1.5, 2.0]],
        "count": 7,
        "tuple": [1, "a"],
        "odd": "\ufffd[31mred",
        "huge": "int",
        "long": "1.5",
    }


def test_an_answer_cannot_fill_the_disk_with_what_it_says(book: Gradebook, tmp_path: Path) -> None:
    verdict = Verdict("accuracy", "failed", 0, "x" * 10**6, {"names": ["x" * 10**7]}, ((1, "f", "x" * 10**7),))
    book.add(submission())
    book.record(submission(), Result("failed", 0, 3, (verdict,)))
    (entry,) = book.entries(Policy())
    assert (entry.result.verdicts[0].check, entry.result.verdicts[0].state) == ("accuracy", "failed")
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 2**20


def test_a_second_run_grades_only_what_has_changed(tmp_path: Path) -> None:
    ada, alan = submission("ada"), submission("alan", "y = 2\n")
    before = run(tmp_path, [(ada, PASSED), (alan, PARTIAL)])
    changed = submission("alan", "y = 3\n")
    with Gradebook(tmp_path) as book:
        book.begin({})
        assert not book.add(ada)
        assert book.add(changed)
        assert [each.source for each in book.unjudged()] == ["y = 3\n"]
        book.record(changed, PASSED)
        book.finish()
        after = list(book.entries(Policy()))
        assert book.left() == 0
    assert after[0] == before[0]
    assert (after[1].submission, after[1].result) == (changed, PASSED)
    assert [entry.number for entry in after] == [entry.number for entry in before], "the place is the same"


def test_the_same_text_is_graded_once_for_everybody(book: Gradebook) -> None:
    same = [submission(name) for name in ("ada", "alan", "grace")]
    assert [book.add(each) for each in same] == [True, False, False]
    assert book.left() == 1
    book.record(next(book.unjudged()), PASSED)
    assert [(entry.submission.student.id, entry.result) for entry in book.entries(Policy())] == [
        ("ada", PASSED),
        ("alan", PASSED),
        ("grace", PASSED),
    ]
    assert book.add(submission("ada", exercise="accelerate")), "as an answer to another exercise it is another"
    assert book.counts() == {"passed": 3}


def test_a_result_stays_and_what_the_grader_failed_at_is_tried_again(tmp_path: Path) -> None:
    for recorded, wanted, kept in [
        (BROKEN, True, BROKEN),
        (BROKEN, True, BROKEN),
        (PARTIAL, True, PARTIAL),
        (PASSED, False, PARTIAL),
        (BROKEN, False, PARTIAL),
    ]:
        with Gradebook(tmp_path) as book:
            book.begin({})
            assert book.add(submission()) == wanted
            assert book.left() == wanted
            book.record(submission(), recorded)
            assert book.left() == 0
            book.finish()
            assert [entry.result for entry in book.entries(Policy())] == [kept]


def test_a_fresh_run_grades_all_anew_even_if_another_goes_on(tmp_path: Path) -> None:
    both = [submission("ada"), submission("alan", "y = 2\n")]
    run(tmp_path, [(each, PARTIAL) for each in both])
    with Gradebook(tmp_path) as book:
        book.begin({}, fresh=True)
        assert all(book.add(each) for each in both)
        book.record(both[0], PASSED)
    with Gradebook(tmp_path) as book:
        book.begin({})
        assert [book.add(each) for each in both] == [False, True]
        book.record(both[1], PASSED)
        book.finish()
        assert [entry.result for entry in book.entries(Policy())] == [PASSED, PASSED]


def test_what_was_taken_out_leaves_at_the_end_of_a_whole_run(tmp_path: Path) -> None:
    ada, alan, other = submission("ada"), submission("alan"), submission("alan", exercise="accelerate")
    run(tmp_path, [(ada, PASSED), (alan, PASSED), (other, PASSED)])
    with Gradebook(tmp_path) as book:
        book.begin({})
        book.add(ada)
    with Gradebook(tmp_path, reading=True) as book:
        assert len(list(book.entries(Policy()))) == 3, "the run was stopped"
    with Gradebook(tmp_path) as book:
        book.begin({}, exercises=["metrics"])
        book.add(ada)
        book.finish()
        assert [entry.submission for entry in book.entries(Policy())] == [ada, other]
        last = book.last_run()
        assert last is not None
        assert last.ended
    assert run(tmp_path, []) == []


def test_two_things_of_one_name_are_both_kept(tmp_path: Path) -> None:
    """Names are made printable before they come here, which can make them the same."""
    twins = [submission(text="x = 1\n"), submission(text="x = 2\n")]
    assert {entry.submission for entry in run(tmp_path, [(each, PASSED) for each in twins])} == set(twins)
    changed = [submission(text="x = 3\n"), twins[0]]
    assert {entry.submission for entry in run(tmp_path, [(each, PASSED) for each in changed])} == set(changed)


def test_what_was_refused_has_a_result_without_being_graded(book: Gradebook) -> None:
    known = refused(exercise="metrics")
    assert not book.add(known)
    assert not book.add(refused())
    assert book.left() == 0
    unknown, of_metrics = book.entries(Policy())
    assert unknown.submission == refused()
    assert (of_metrics.submission, of_metrics.result) == (
        known,
        Result("unreadable", 0, find_exercise("metrics").points),
    )
    assert (unknown.counts, of_metrics.counts) == (False, True), "nothing can be taken from what is no answer"
    for each in (submission(), known):
        book.add(each)
    book.record(submission(), PASSED)
    assert book.counts() == {"unreadable": 2, "passed": 1}


def test_an_override_survives_and_can_be_taken_back(tmp_path: Path) -> None:
    run(tmp_path, [(submission(late=3), PARTIAL)])
    late = Policy(due=DUE, late=0.5)
    with Gradebook(tmp_path) as book:
        (before,) = book.entries(late)
        assert (before.points, before.override) == (0.0, None)
        book.override("ada", "metrics", "pt", None, "see me")
        (commented,) = book.entries(late)
        assert (commented.points, commented.override and commented.override.comment) == (0.0, "see me")
        book.override("ada", "metrics", "pt", 2.75, "it was me who was late")
    (after,) = run(tmp_path, [(submission(text="x = 2\n", late=3), PASSED)], fresh=True)
    assert isinstance(after.override, Override)
    assert (after.points, after.result.points) == (2.75, 3)
    with Gradebook(tmp_path) as book:
        book.begin({})
        book.add(submission(text="x = 0\n", attempt=0))
        book.record(submission(text="x = 0\n", attempt=0), PASSED)
        assert [(entry.points, bool(entry.override)) for entry in book.entries(late)] == [(3.0, False), (2.75, True)]
        book.override("ada", "metrics", "pt", None, "")
        assert book.entry(after.number, late).override is None
        for wrong in (("adam", "metrics", "pt", 1.0), ("ada", "metrics", "tf", 1.0), ("ada", "metrics", "pt", nan)):
            with pytest.raises(WrongUse):
                book.override(*wrong, "")


def attempts(book: Gradebook, *each: tuple[Result, float]) -> None:
    """Attempts with their results, handed in so many days late."""
    for place, (result, late) in enumerate(each, 1):
        handed = submission(text=f"x = {place}\n", attempt=place, late=late)
        book.add(handed)
        book.record(handed, result)


@pytest.mark.parametrize(
    ("policy", "points", "counts"),
    [
        (Policy(), [2, 3, 3, 0], 4),
        (Policy(attempts="first"), [2, 3, 3, 0], 1),
        (Policy(attempts="best"), [2, 3, 3, 0], 2),
        (Policy(limit=3), [2, 3, 3, 0], 3),
        (Policy(attempts="best", limit=1), [2, 3, 3, 0], 1),
        (Policy(due=DUE, late=0.25, attempts="best"), [2, 1.5, 0.75, 0], 1),
        (Policy(due=DUE, late=0.15, most_days=2), [2, 2.1, 0, 0], 4),
        (Policy(due=DUE, late=1.0, limit=3), [2, 0, 0, 0], 3),
    ],
)
def test_the_policy_says_which_attempt_counts_and_for_how_much(
    book: Gradebook, policy: Policy, points: list[float], counts: int
) -> None:
    attempts(book, (PARTIAL, 0.0), (PASSED, 1.5), (PASSED, 3.0), (Result("failed", 0, 3), -1.0))
    found = list(book.entries(policy))
    assert [entry.points for entry in found] == points
    assert [entry.submission.attempt for entry in found if entry.counts] == [counts]
    assert [entry.days_late for entry in found] == ([0, 2, 3, 0] if policy.due else [0, 0, 0, 0])
    assert [book.entry(entry.number, policy) for entry in found] == found


def test_what_cannot_be_read_takes_no_attempt_from_what_can(book: Gradebook) -> None:
    attempts(book, (PARTIAL, -1.0))
    odd = Submission(Student("ada"), "metrics", "pt", "b.py", "", "1" * 64, attempt=2, refused=Note("null-bytes"))
    book.add(odd)
    assert [entry.counts for entry in book.entries(Policy())] == [True, False]


def test_there_is_no_entry_of_a_number_that_was_never_given(book: Gradebook) -> None:
    with pytest.raises(WrongUse):
        book.entry(1, Policy())


def test_a_policy_is_read_from_the_words_of_a_command_line() -> None:
    read = Policy.read("2026-05-31T18:00Z", "12.5%", "3", "best", "2")
    assert read == Policy(DUE, 0.125, 3, "best", 2)
    assert Policy.read() == Policy()
    assert Policy.read("2026-05-31T18:00").due == datetime(2026, 5, 31, 18).astimezone()
    day = Policy.read("2026-05-31")
    assert day.days_late(datetime(2026, 5, 31, 23, 59, 59).astimezone().isoformat()) == 0
    assert day.days_late(datetime(2026, 6, 1).astimezone().isoformat()) == 1
    assert day.days_late("") == 0


@pytest.mark.parametrize(
    "words",
    [
        {"due": "tomorrow"},
        {"due": "2026-02-30"},
        {"due": "2026-05-31", "late": "10"},
        {"due": "2026-05-31", "late": "-1%"},
        {"due": "2026-05-31", "late": "nan"},
        {"due": "2026-05-31", "most_days": "-1"},
        {"due": "2026-05-31", "most_days": "1.5"},
        {"late": "10%"},
        {"most_days": "3"},
        {"attempts": "worst"},
        {"limit": "0"},
        {"limit": "9" * 5000},
    ],
)
def test_a_policy_that_means_nothing_is_wrong_use(words: dict[str, str]) -> None:
    with pytest.raises(WrongUse):
        Policy.read(**words)


def test_entries_come_in_order_and_one_at_a_time(tmp_path: Path) -> None:
    # a text that is nothing but noise, so that no two entries can share it
    texts = [os.urandom(2**15).hex() for _ in range(200)]
    handed = [submission(f"s{place % 50:02}", text, attempt=place // 50 + 1) for place, text in enumerate(texts)]
    run(tmp_path, [(each, PASSED) for each in reversed(handed)])
    with Gradebook(tmp_path) as book:
        tracemalloc.start()
        seen = [(entry.submission.student.id, entry.submission.attempt) for entry in book.entries(Policy())]
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert seen == sorted((each.student.id, each.attempt) for each in handed)
    assert peak < sum(map(len, texts)) / 10


GRADER = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, os.environ["TESTS"])
from course.grading.gradebook.gradebook import Gradebook
from test_gradebook import PASSED, submission
directory, before, moment = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])

def trace(frame, event, argument):
    global moment
    if Path(frame.f_code.co_filename).name not in ("gradebook.py", "database.py"):
        return None
    if event == "line":
        moment -= 1
        if not moment:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return trace

def say(*words):
    global before
    print(*words, flush=True)
    before -= 1
    if before == 0:
        sys.settrace(trace)

say("begun")
with Gradebook(directory) as book:
    book.begin({})
    for place in range(12):
        book.add(submission(f"student{place}", f"x = {place // 2}"))
    say("added")
    for each in book.unjudged():
        say("graded", each.sha256)
        book.record(each, PASSED)
        say("recorded", each.sha256)
    book.finish()
    say("finished")
"""


def child(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "TESTS": str(Path(__file__).parent), "PYTHONPATH": str(ROOT / "tests")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_a_grader_killed_at_any_moment_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    recorded: set[str] = set()
    finished = killed = 0
    # after which word it is killed, and how many lines later: opening, adding, recording (first, second), finishing
    moments = [(1, 20), (1, 52), (1, 600), (2, 10), (3, 10), (3, 40), (5, 25), (3, 50), (5, 47), (99, 0)]
    for before, moment in moments:
        with child(GRADER, tmp_path, before, moment) as grader:
            told = [line.split() for line in grader.communicate()[0].splitlines()]
        killed += grader.returncode not in (0, 1)
        finished += ["finished"] in told
        graded = {words[1] for words in told if words[0] == "graded"}
        assert not recorded & graded, "what was recorded is not graded again"
        recorded |= {words[1] for words in told if words[0] == "recorded"}
        if recorded:
            with Gradebook(tmp_path, reading=True) as book:
                kept = {entry.submission.sha256 for entry in book.entries(Policy())}
            assert recorded <= kept
            # a grader may be killed after it has recorded a result, and before it says so
            recorded = kept
    # how many lines a word takes may change: some of the later ones may get through
    assert killed >= len(moments) - 3
    assert finished and len(recorded) == 6
    with Gradebook(tmp_path) as book:
        found = list(book.entries(Policy()))
        assert len(found) == len({entry.submission.student.id for entry in found}) == 12
        assert book.counts() == {"passed": 12}
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("SELECT count(*) FROM results").fetchone() == (6,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


HOLDER = """
import sys
from pathlib import Path
from course.grading.gradebook.gradebook import Gradebook
with Gradebook(Path(sys.argv[1])) as book:
    book.begin({"by": "the first"})
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_second_grader_is_refused_while_the_first_one_lives(tmp_path: Path) -> None:
    with child(HOLDER, tmp_path) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(WrongUse):
            Gradebook(tmp_path)
        with Gradebook(tmp_path, reading=True) as book:
            assert book.last_run() is not None, "who only reads is let in"
        holder.kill()
        holder.wait()
    with Gradebook(tmp_path) as book, pytest.raises(WrongUse):
        book.begin({})
        Gradebook(tmp_path)


def test_a_gradebook_that_was_emptied_is_not_begun_anew_beside_its_reports(tmp_path: Path) -> None:
    file = tmp_path / "gradebook.sqlite"
    file.touch()
    with Gradebook(tmp_path):
        pass
    file.write_bytes(b"")
    for beside in tmp_path.glob("gradebook.sqlite-*"):
        beside.unlink()
    (tmp_path / "grades.csv").touch()
    with pytest.raises(WrongUse), Gradebook(tmp_path):
        pass
    file.unlink()
    with Gradebook(tmp_path):
        pass


def test_who_only_reads_changes_nothing_and_needs_a_gradebook(tmp_path: Path) -> None:
    with pytest.raises(WrongUse):
        Gradebook(tmp_path / "none", reading=True)
    assert not (tmp_path / "none").exists()
    (tmp_path / FILE).touch()
    with pytest.raises(WrongUse):
        Gradebook(tmp_path, reading=True)
    run(tmp_path, [(submission(), PASSED)])
    with Gradebook(tmp_path, reading=True) as book, pytest.raises(OSError):
        book.override("ada", "metrics", "pt", 0.0, "")


@pytest.mark.parametrize("name", [FILE, LOCK])
@pytest.mark.parametrize("content", [b"id,points\nada,3\n" * 100, b"SQLite format 3\0" + b"\0" * 500])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(WrongUse):
        Gradebook(tmp_path)
    assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE results SET verdicts = 'no JSON'",
        """UPDATE results SET verdicts = '[{"check": 1}]'""",
        "UPDATE results SET status = 'splendid'",
        "UPDATE results SET points = 'many'",
        "UPDATE submissions SET notes = '[1]'",
        "UPDATE submissions SET handed_in = 'yesterday'",
        "UPDATE sources SET text = x'00'",
        "UPDATE runs SET terms = '[]'",
    ],
)
def test_a_gradebook_that_holds_what_no_grader_writes_is_told_in_a_sentence(tmp_path: Path, statement: str) -> None:
    run(tmp_path, [(submission(), PASSED)])
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(statement)
    connection.close()
    with Gradebook(tmp_path, reading=True) as book, pytest.raises(WrongUse):
        assert book.terms() and [*book.entries(Policy(due=DUE))]


def test_what_is_skipped_for_one_student_is_graded_for_another(tmp_path: Path) -> None:
    with Gradebook(tmp_path) as book:
        book.begin({})
        for student in ("ada", "bo"):
            book.add(submission(student))
        (first,) = book.unjudged()
        book.skip(first, Note("beyond-time", {"minutes": 1}))
        (second,) = book.unjudged()
        assert (first.student.id, second.student.id) == ("ada", "bo")
        book.record(second, PASSED)
        book.finish()
        assert [(each.submission.student.id, each.result.status) for each in book.entries(Policy())] == [
            ("ada", "skipped"),
            ("bo", "passed"),
        ]
    # the next run has time for it again
    assert [
        each.result.status for each in run(tmp_path, [(submission("ada"), PASSED), (submission("bo"), PASSED)])
    ] == [
        "passed",
        "passed",
    ]


@pytest.mark.parametrize("statement", ["CREATE TABLE photos (id)", "PRAGMA user_version = 7", "newer"])
def test_a_database_of_another_kind_or_of_a_newer_version_is_left_alone(tmp_path: Path, statement: str) -> None:
    if statement == "newer":
        run(tmp_path, [])
        statement = "PRAGMA user_version = 2"
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(statement)
    connection.close()
    content = (tmp_path / FILE).read_bytes()
    with pytest.raises(WrongUse):
        Gradebook(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


FULL = """
import os, resource, sys
from pathlib import Path
sys.path.insert(0, os.environ["TESTS"])
from course.grading.gradebook.gradebook import Gradebook
from test_gradebook import PASSED, submission
with Gradebook(Path(sys.argv[1])) as book:
    book.begin({})
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    for place in range(1000):
        each = submission(f"student{place}", os.urandom(2000).hex())
        try:
            book.add(each)
            book.record(each, PASSED)
        except OSError as error:
            sys.exit(0)
        print(each.sha256, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="files there cannot be kept small")
def test_a_full_disk_is_told_and_what_was_recorded_stays(tmp_path: Path) -> None:
    with child(FULL, tmp_path) as grader:
        told = grader.communicate()[0].split()
    assert grader.returncode == 0
    assert 0 < len(told) < 1000
    with Gradebook(tmp_path) as book:
        assert {entry.submission.sha256 for entry in book.entries(Policy())} == set(told)
        book.begin({})
        assert book.add(submission())


VERSIONS = """
import ast, functools, importlib, json, sys
from pathlib import Path
ast.parse = functools.cache(ast.parse)  # most texts stay the same
ast.walk = functools.cache(lambda tree, walk=ast.walk: tuple(walk(tree)))
from course.contents import exercises
from course.grading import versions

def told():
    importlib.reload(versions)  # it forgets what it has read
    found = {f"{each.name} {setting}": versions.exercise_version(each, setting)
             for each in exercises() for setting in each.settings}
    return found | {"grader": versions.grader_version()}

before, changed = told(), {}
for file in map(Path, sys.argv[1:]):
    text = file.read_bytes()
    file.write_bytes(text + b"\\n# changed\\n")
    changed[file.as_posix()] = [name for name, version in told().items() if version != before[name]]
    file.write_bytes(text.replace(b"\\n", b"\\r\\n"))
assert told() == before, "line endings decide nothing"
print(json.dumps(changed))
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, to be changed."""
    place = tmp_path_factory.mktemp("checkout")
    copytree(ROOT / "course", place / "course", ignore=ignore_patterns("assets", "__pycache__"))
    copytree(ROOT / "exercises", place / "exercises", ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "course/assets/SHA256SUMS"):
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_bytes((ROOT / name).read_bytes())
    return place


EVERY_EXERCISE = {f"{each.name} {setting}" for each in exercises() for setting in each.settings}
BOTH_TF = {"right-loss tf", "keras-loss tf"}
TOY_MODELS = {
    *BOTH_TF,
    "nan-detective pt",
    "trainer-inputs pt",
    *(f"{name} {setting}" for name in ("label-count", "learning-rate", "pad-and-mask") for setting in ("tf", "pt")),
}
DECIDES: dict[str, set[str]] = {
    "course/ch8/exercises/metrics.py": {"metrics pt"},
    "course/ch8/exercises/_toy.py": BOTH_TF,
    "course/ch8/harness/metrics_pt.py": {"metrics pt"},
    "course/ch8/harness/_toy_tf.py": BOTH_TF,
    "course/ch8/harness/label_count.py": {"label-count tf", "label-count pt"},
    "course/ch8/harness/_memory.py": {"out-of-memory tf", "out-of-memory pt"},
    "course/losses.py": BOTH_TF,
    "exercises/ch8/metrics_pt.py": {"metrics pt"},
    "course/ch8/exercises/__init__.py": set(),
    "course/ch8/__init__.py": set(),
    "course/i18n.py": set(),
    "course/terminal/rendering.py": set(),
    "course/grading/feedback.py": set(),
    "course/grading/gradebook/gradebook.py": set(),
    "course/grading/check.py": {"grader"},
    "course/grading/running/answer.py": {"grader"},
    "course/grading/judge.py": {"grader"},
    "course/grading/running/run.py": {"grader"},
    "course/grading/running/wire.py": {"grader"},
    "course/script.py": set(),
    "course/contents.py": set(),
    "course/message.py": set(),
    "course/lesson.py": set(),
    "course/cli/grade.py": set(),
    "course/exercise.py": {*EVERY_EXERCISE, "grader"},
    "course/grading/grader.py": {"grader"},
    "course/grading/running/isolation.py": set(),
    "course/grading/records.py": set(),
    "course/grading/versions.py": set(),
    "course/grading/workers.py": set(),
    "course/grading/intake/notebook.py": set(),
    "course/grading/reports/words.py": set(),
    "course/grading/running/forked.py": {"grader"},
    "course/grading/running/sandbox_inside.py": {"grader"},
    "course/grading/running/sandbox_outside.py": {"grader"},
    "course/environment.py": {"grader"},
    "course/grading/running/fork_server.py": {"grader"},
    "course/kernel.py": set(),
    "course/sources.py": set(),
    "course/frameworks.py": set(),
    "course/ch8/harness/_models.py": TOY_MODELS,
    "course/assets/SHA256SUMS": {"grader"},
}


@pytest.mark.slow
def test_a_change_touches_the_versions_of_what_it_decides(checkout: Path) -> None:
    command = [sys.executable, "-c", VERSIONS, *DECIDES]
    found = subprocess.run(command, cwd=checkout, stdout=subprocess.PIPE, check=True).stdout
    assert {file: set(names) for file, names in json.loads(found).items()} == DECIDES


def test_every_exercise_has_a_version_of_its_own() -> None:
    all_of_them = [exercise_version(each, setting) for each in exercises() for setting in each.settings]
    assert len(set(all_of_them)) == len(all_of_them)


@pytest.mark.slow
def test_what_another_version_graded_is_graded_again(checkout: Path, tmp_path: Path) -> None:
    script = """
import os, sys
from pathlib import Path
sys.path.insert(0, os.environ["TESTS"])
from course.grading.gradebook.gradebook import Gradebook
from test_gradebook import PASSED, submission
both = [submission(), submission("alan", "y = 2", "accelerate")]
with Gradebook(Path(sys.argv[1])) as book:
    book.begin({})
    print(*(book.add(each) for each in both))
    for each in both:
        book.record(each, PASSED)
    book.finish()
"""

    def added() -> list[str]:
        return subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            cwd=checkout,
            env={**os.environ, "TESTS": str(Path(__file__).parent), "PYTHONPATH": str(ROOT / "tests")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()

    def change(file: str) -> None:
        with (checkout / file).open("a") as opened:
            opened.write("\n# changed\n")

    assert added() == ["True", "True"]
    assert added() == ["False", "False"]
    change("course/ch8/exercises/metrics.py")
    assert added() == ["True", "False"]
    change("course/grading/judge.py")
    assert added() == ["True", "True"]
    assert added() == ["False", "False"]


def test_the_terms_of_a_run_are_kept(tmp_path: Path) -> None:
    policy = Policy.read(due="2026-05-31T18:00+02:00", late="10%", attempts="best")
    told = Terms(policy, (Student("ana", "Ana", "it"), Student("유나", "", "ko")), "zh_CN")
    with Gradebook(tmp_path) as book:
        assert book.terms() == Terms()
        book.begin({}, terms=told)
    with Gradebook(tmp_path, reading=True) as book:
        assert book.terms() == told
