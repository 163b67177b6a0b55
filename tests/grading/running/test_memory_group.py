"""The memory cgroup of a fork server, where this machine lets one be made."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from course.grading.running import memory_group
from course.grading.running.memory_group import MemoryGroup, make_group

HUNGRY = "held = bytearray(2**28); print(len(held))"


@pytest.fixture
def group() -> Iterator[MemoryGroup]:
    made = make_group()
    if made is None:
        # of the kernel and of the rights that this container has: nothing that could be installed
        pytest.skip("the system lets no memory cgroup be made here")
    yield made
    made.close()


def run(group: MemoryGroup, code: str) -> int:
    command = group.command([sys.executable, "-c", code])
    return subprocess.run(command, capture_output=True, check=False).returncode


def test_a_group_is_made_wherever_the_system_lets_one_be_made() -> None:
    by_hand = False
    for mount in ("memory", ""):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            directory = memory_group.ROOT / mount / line.split(":", 2)[2].lstrip("/") / "course-grading-by-hand"
            with suppress(OSError):
                directory.mkdir()
                by_hand = by_hand or any(
                    (directory / name).exists() for name in ("memory.max", "memory.limit_in_bytes")
                )
                directory.rmdir()
    made = make_group()
    if made is not None:
        made.close()
    assert made is not None or not by_hand


def test_a_program_has_what_the_group_allows_and_no_more(group: MemoryGroup) -> None:
    group.allow(2**30)
    assert run(group, HUNGRY) == 0
    assert group.kills() == 0
    group.allow(2**26)
    assert run(group, HUNGRY) == -9
    assert group.kills() == 1


def test_nothing_is_left_of_a_group(group: MemoryGroup) -> None:
    group.close()
    assert not group.directory.exists()


def test_the_group_of_a_grader_that_was_killed_is_removed_by_the_next(group: MemoryGroup) -> None:
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    left = group.directory.with_name(f"{memory_group.NAME}-{int(gone.stdout)}-0")
    left.mkdir()
    other = make_group()
    assert other is not None
    other.close()
    assert not left.exists()
    assert Path(group.directory).exists()
