"""Several submissions at a time: here, and on a cluster of which a worker is lost."""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from course.contents import find_exercise, solution
from course.grading import workers
from course.grading.gradebook.gradebook import Gradebook
from course.grading.gradebook.policy import Policy
from course.grading.records import Result, Student, Submission
from course.grading.running.sandbox_outside import Isolation
from course.message import WrongUse

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="answers are forked on Linux only")]
PLAIN = find_exercise("know-your-data")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")


def handed_in(count: int) -> Iterator[Submission]:
    for number in range(count):
        source = f"{SOLVED}\n# {number}\n"
        digest = hashlib.sha256(source.encode()).hexdigest()
        yield Submission(Student(f"s{number:03}"), PLAIN.name, "plain", f"{number}.py", source, digest)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Gradebook]:
    """A gradebook in a run, with sixteen answers that are all right."""
    with Gradebook(tmp_path) as made:
        made.begin({})
        for submission in handed_in(16):
            made.add(submission)
        yield made


def test_every_answer_is_graded_once(book: Gradebook) -> None:
    recorded: list[Result] = []
    with workers.on_this_machine(Isolation("process"), 2) as (executor, work):
        workers.grade(book, executor, work, 4, recorded.append)
    assert Counter(result.status for result in recorded) == {"passed": 16}
    assert book.counts() == {"passed": 16}
    assert book.left() == 0


def test_a_student_whose_answers_take_too_long_waits_for_nobody(tmp_path: Path) -> None:
    def slow(submission: Submission) -> Result:
        return Result("timeout", 0, 4, seconds=30.0)

    with Gradebook(tmp_path) as book, ThreadPoolExecutor(1) as executor:
        book.begin({})
        for submission in handed_in(8):
            book.add(replace(submission, student=Student("eve")))
        (other,) = handed_in(1)
        book.add(replace(other, student=Student("zoe"), source="x", sha256="x"))
        workers.grade(book, executor, slow, 1, lambda result: None, minutes=1.0)
        assert book.counts() == {"timeout": 4, "skipped": 5}
        skipped = {each.submission.student.id for each in book.entries(Policy()) if each.result.status == "skipped"}
        assert skipped == {"eve"}


def test_an_error_of_the_graders_own_stops_nothing(book: Gradebook) -> None:
    def work(submission: Submission) -> Result:
        if submission.student.id == "s003":
            raise RuntimeError("the grader's own fault")
        return Result("passed", 4, 4)

    with workers.on_this_machine(Isolation("process"), 2) as (executor, _):
        workers.grade(book, executor, work, 4, lambda result: None)
    assert book.counts() == {"passed": 15, "infrastructure": 1}


def test_nothing_answers_at_an_address() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with (
            pytest.raises(WrongUse, match=str(port)),
            workers.on_a_cluster(f"tcp://127.0.0.1:{port}", Isolation("process")),
        ):
            pass


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of this machine."""
    file = tmp_path / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        with (tmp_path / f"{len(started)}.log").open("wb") as log:
            started.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path, start_new_session=True))
        return started[-1]

    try:
        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        lost = [
            start("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard")
            for _ in range(2)
        ]
        yield _address(file), lost
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _address(file: Path) -> str:
    """The scheduler's address, once both workers are there."""
    from distributed import Client

    with Client(scheduler_file=str(file), timeout=60, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        return str(client.scheduler.address)


def test_what_a_lost_worker_had_is_graded_elsewhere(
    book: Gradebook, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, processes = cluster
    recorded: list[Result] = []

    def lose(result: Result) -> None:
        recorded.append(result)
        if len(recorded) == 3:
            os.killpg(processes[0].pid, signal.SIGKILL)

    with workers.on_a_cluster(address, Isolation("process")) as (executor, work, threads):
        assert threads == 2
        workers.grade(book, executor, work, 4, lose)
    assert len(recorded) == 16
    assert book.counts() == {"passed": 16}
    assert len(list(book.entries(Policy()))) == 16
