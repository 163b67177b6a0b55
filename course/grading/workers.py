"""Grades many submissions at once: in several workers on this machine, or on the machines of a Dask cluster.

Both are `concurrent.futures` executors, and grade the submissions of a gradebook that have no result yet. One process
records all results, so that none is recorded twice.
"""

from __future__ import annotations

import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import Protocol

from course.contents import find_exercise
from course.grading.grader import TRIES, Grader
from course.grading.records import Note, Result, Submission
from course.grading.running.isolation import isolate
from course.grading.running.run import NOISE
from course.grading.running.sandbox_outside import Isolation
from course.i18n import N_
from course.message import WrongUse

Grade = Callable[[Submission], Result]
MINUTES = 30.0
"""The time that one student's answers may take together, by default: many times what all exercises take."""


class Book(Protocol):
    """The part of a gradebook that grading needs."""

    def unjudged(self) -> Iterator[Submission]: ...

    def record(self, submission: Submission, result: Result) -> None: ...

    def skip(self, submission: Submission, why: Note) -> None: ...


def grade(
    book: Book,
    executor: Executor,
    work: Grade,
    width: int,
    on_result: Callable[[Result], None],
    minutes: float = MINUTES,
) -> None:
    """Grade the submissions that have no result yet, and record each result as it comes.

    Args:
        width: the most submissions under way at once; the others wait in the gradebook, not in memory.
        minutes: the time that one student's answers may take together, in this run; the others are skipped.
    """
    spent: defaultdict[str, float] = defaultdict(float)
    skipped = True
    while skipped:
        # a text that was skipped for one student may be another's, too
        skipped = _grade_all(book, executor, work, width, on_result, minutes, spent)


def _grade_all(
    book: Book,
    executor: Executor,
    work: Grade,
    width: int,
    on_result: Callable[[Result], None],
    minutes: float,
    spent: defaultdict[str, float],
) -> bool:
    """Grade what has no result yet; return whether something was skipped. `spent` has the seconds of each student."""
    waiting = book.unjudged()
    under_way: dict[Future[Result], Submission] = {}
    skipped = False
    while True:
        for submission in waiting:
            if spent[submission.student.id] > 60 * minutes:
                book.skip(submission, Note("beyond-time", {"minutes": minutes}))
                skipped = True
                continue
            under_way[executor.submit(work, submission)] = submission
            if len(under_way) >= width:
                break
        if not under_way:
            return skipped
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            submission = under_way.pop(future)
            result = _result(future, submission)
            book.record(submission, result)
            spent[submission.student.id] += result.seconds
            on_result(result)


def _result(future: Future[Result], submission: Submission) -> Result:
    """Return the result. An error that comes this far is the grader's own, or that of a lost machine."""
    try:
        return future.result()
    except WrongUse:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[-NOISE:]
        return Result("infrastructure", 0, find_exercise(submission.exercise).points, output=reason, tries=TRIES)


@contextmanager
def on_this_machine(isolation: Isolation, jobs: int) -> Iterator[tuple[Executor, Grade]]:
    """Give an executor with workers in threads of this process; their fork servers do the slow work."""
    graders: list[Grader] = []
    own = threading.local()

    def make_grader() -> None:
        own.grader = Grader(isolation)
        graders.append(own.grader)

    # the longest that a worker whose child has answered waits for the calculations of another worker
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    executor = ThreadPoolExecutor(jobs, "grader", initializer=make_grader)
    try:
        yield executor, lambda submission: own.grader.grade(submission)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for grader in graders:
            grader.close()
        sys.setswitchinterval(before)


@contextmanager
def on_a_cluster(address: str, isolation: Isolation) -> Iterator[tuple[Executor, Grade, int]]:
    """Give an executor with the workers of a Dask cluster, and their number. Each must have this package installed.

    Raises:
        WrongUse: `dask.distributed` is not installed, or nothing answers at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise WrongUse(
            N_("`--scheduler` needs the package `dask.distributed`, which is not installed: run `{command}`."),
            command="pip install 'course-companion[cluster]'",
        ) from None
    try:
        client = Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WrongUse(
            N_(
                "There is no answer from a Dask scheduler at `{address}` (`{reason}`): check the address, and start the scheduler."
            ),
            address=address,
            reason=error,
        ) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise WrongUse(
                N_(
                    "The Dask scheduler at `{address}` has no workers: start at least one, for example with `dask worker {address}`."
                ),
                address=address,
            )
        # a text is graded twice where a worker is lost; only one result comes back
        yield client.get_executor(pure=False), partial(_grade_on_cluster, isolation), threads


_CLUSTER_THREAD = threading.local()


def _grade_on_cluster(isolation: Isolation, submission: Submission) -> Result:
    """Grade on a machine of the cluster, with this thread's own fork servers, in the same level of isolation."""
    if not hasattr(_CLUSTER_THREAD, "grader"):
        _CLUSTER_THREAD.grader = Grader(isolate(isolation.level))
    grader: Grader = _CLUSTER_THREAD.grader
    return grader.grade(submission)
