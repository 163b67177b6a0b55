"""Judging in a process of its own: the same verdicts, and limits that end nothing else."""

import os
import signal
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from course.contents import find_exercise
from course.exercise import Draw, Failure, Handed
from course.grading.judge import verdicts
from course.grading.judge_process import MEMORY, JudgeProcess
from course.grading.running.run import Outcome
from course.grading.running.users import ReservedUser

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the grader's processes are Linux's")
PLAIN = find_exercise("know-your-data")


@pytest.fixture(scope="module")
def judge() -> Iterator[JudgeProcess]:
    started = JudgeProcess()
    yield started
    started.close()


def drawn() -> Draw:
    return PLAIN.draw(Random(0))


def test_it_gives_the_verdicts_that_judging_here_gives(judge: JudgeProcess) -> None:
    outcome = Outcome({check.name: Handed({"0": "no"}) for check in PLAIN.checks}, None)
    assert judge.verdicts(PLAIN, drawn(), outcome) == verdicts(PLAIN, drawn(), outcome)


def test_it_has_a_limit_of_memory(judge: JudgeProcess) -> None:
    judge.verdicts(PLAIN, drawn(), Outcome())
    assert judge._process is not None
    limits = Path(f"/proc/{judge._process.pid}/limits").read_text()
    assert next(line for line in limits.splitlines() if line.startswith("Max data size")).split()[3] == str(MEMORY)


def test_where_it_ends_the_answer_gets_no_points_and_the_next_is_judged(judge: JudgeProcess) -> None:
    judge.verdicts(PLAIN, drawn(), Outcome())
    assert judge._process is not None
    os.killpg(judge._process.pid, signal.SIGKILL)
    judge._process.wait()
    failed = judge.verdicts(PLAIN, drawn(), Outcome({check.name: Handed({}) for check in PLAIN.checks}))
    assert {verdict.mistake for verdict in failed if verdict.state == "failed"} == {"garbled"}
    next_one = judge.verdicts(PLAIN, drawn(), Outcome(failure=Failure("time-limit", {"seconds": 10})))
    assert next_one[0].mistake == "time-limit"


@pytest.mark.parametrize("width", [10**6, 10**9, 2**62])
def test_a_shape_that_is_only_said_takes_no_memory(width: int) -> None:
    exercise = find_exercise("pad-and-mask")
    draw = exercise.draw(Random(1))
    zeros = [[0.0] * 6] * 6
    handed = Handed({"alone": zeros, "together": zeros, "has_mask": True, "shape": [6, width], "mask": [[1] * 9] * 6})
    tracemalloc.start()
    try:
        exercise.checks[-1].judge(draw, handed)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_two_reserved_users_are_two() -> None:
    reserved = [ReservedUser() for _ in range(20)]
    assert len({user.id for user in reserved}) == 20
    assert all(user.id >= 60_000 for user in reserved)
    for user in reserved:
        user.close()
