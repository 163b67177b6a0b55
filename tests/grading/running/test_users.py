"""What ends the processes of an answer that runs as another user, and removes its files."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from course.grading.running.users import (
    ReservedUser,
    become_killer,
    end_processes,
    kill_each,
    processes_of,
    remove_files,
)

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="user ids are reserved on Linux only"),
    pytest.mark.usefixtures("as_root"),
]
SLEEPS = "print(flush=True); import time; time.sleep(999)"
FIRST_THREAD_ENDS = """
import ctypes, os, threading, time
threading.Thread(target=time.sleep, args=(999,)).start()
print(flush=True)
ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)
"""


@pytest.fixture
def users() -> Iterator[tuple[int, int]]:
    """A user id for answers, and another one."""
    user, other = ReservedUser(), ReservedUser()
    yield user.id, other.id
    user.close()
    other.close()


def start(user: int, code: str) -> subprocess.Popen[bytes]:
    """Start a program as a user, in a session of its own, and wait until it runs."""
    # the user may be unable to see this Python
    python = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
    process = subprocess.Popen(
        [python, "-c", code],
        user=user,
        group=user,
        extra_groups=[],
        start_new_session=True,
        stdout=subprocess.PIPE,
        cwd="/",
    )
    assert process.stdout is not None
    with process.stdout as told:
        told.readline()
    return process


@pytest.mark.parametrize("code", [SLEEPS, FIRST_THREAD_ENDS])
@pytest.mark.parametrize("end", [end_processes, lambda user, other: kill_each(user)], ids=["at once", "one by one"])
def test_every_process_of_the_user_is_ended_and_no_other(
    end: Callable[[int, int], None], code: str, users: tuple[int, int]
) -> None:
    user, _ = users
    stopped, running, roots = start(user, SLEEPS), start(user, code), start(0, SLEEPS)
    os.kill(stopped.pid, signal.SIGSTOP)
    assert {stopped.pid, running.pid} <= processes_of(user)
    end(*users)
    assert [stopped.wait(), running.wait()] == [-signal.SIGKILL] * 2
    assert processes_of(user) == set()
    assert roots.poll() is None
    roots.kill()
    roots.wait()


def test_no_process_of_the_user_can_stop_what_ends_it(users: tuple[int, int]) -> None:
    user, other = users
    asked, ask = os.pipe()
    hear, told = os.pipe()
    killer = os.fork()
    if killer == 0:
        with suppress(BaseException):
            become_killer(user, other)
            os.write(told, b"x")
            os.read(asked, 1)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    os.read(hear, 1)
    victim = os.fork()
    if victim == 0:
        with suppress(BaseException):
            os.setgroups([])
            os.setresgid(*[user] * 3)
            os.setresuid(*[user] * 3)
            for number in (signal.SIGSTOP, signal.SIGKILL):
                try:
                    os.kill(killer, number)
                    os.write(told, b"!")
                except PermissionError:
                    os.write(told, b".")
            signal.pause()
        os._exit(0)
    assert os.read(hear, 1) + os.read(hear, 1) == b".."
    os.write(ask, b"x")
    assert os.waitpid(killer, 0)[1] == 0
    assert os.waitstatus_to_exitcode(os.waitpid(victim, 0)[1]) == -signal.SIGKILL
    for descriptor in (asked, ask, hear, told):
        os.close(descriptor)


def test_files_of_the_user_are_removed_and_links_not_followed(users: tuple[int, int], tmp_path: Path) -> None:
    user, _ = users
    (tmp_path / "kept").write_text("x")
    left = Path(f"/tmp/left-{user}")
    left.mkdir()
    (left / "link").symlink_to(tmp_path)
    link = Path(f"/dev/shm/left-{user}")
    link.symlink_to(tmp_path)
    for path in (left, left / "link", link):
        os.chown(path, user, user, follow_symlinks=False)
    roots = Path(f"/tmp/roots-{user}")
    roots.touch()
    remove_files(user)
    assert (left.exists(), link.is_symlink(), roots.exists(), (tmp_path / "kept").exists()) == (
        False,
        False,
        True,
        True,
    )
    roots.unlink()
