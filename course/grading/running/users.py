"""User ids for answers, where the grader runs as root: each fork server's children have one that is nobody else's.

Limits on processes count for a user, in all of the system: two answers under one id would use up each other's.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

FIRST, LAST = 2**28, 2**30
"""Ids that no system gives to people, services or containers."""
UNASSIGNED = (60_578, 61_183)
"""Such ids below 65,536, where a container has no others."""
SHARED = ("/tmp", "/var/tmp", "/dev/shm")
"""The directories in which every user may write."""
ENDING = 5.0
"""The seconds in which processes that were killed must have ended."""


class ReservedUser:
    """A user id that is reserved until `close`, or until this process ends.

    The reservation is a name of a socket, which the system takes back from a process that has gone.
    """

    def __init__(self) -> None:
        while True:
            self.id = _random_id()
            self._name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                self._name.bind(f"\0course-companion-user-{self.id}")
            except OSError:
                self._name.close()
                continue
            if self.id not in _users_of_processes():
                return
            self._name.close()

    def close(self) -> None:
        self._name.close()


def end_processes(user: int, other: int) -> None:
    """Kill every process of a user, which nobody else may be, for a process of root's with one thread.

    One signal to all of them is enough: the kernel lets no process fork to which this signal is on its way.

    Args:
        other: a second user id that nobody has.

    Raises:
        RuntimeError: one of them goes on.
    """
    pid = os.fork()
    if pid == 0:
        try:
            become_killer(user, other)
            os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    _wait_until_none(user)


def become_killer(user: int, other: int) -> None:
    """Give this process of root's the right to kill a user's processes, and none of root's. They have no right to signal it.

    A process may signal those whose real or saved id is its own real or effective one.
    """
    os.setgroups([])
    os.setresgid(*[other] * 3)
    os.setresuid(other, user, other)


def kill_each(user: int) -> None:
    """Kill the processes of a user one by one, for a process of root's that has several threads. Raises RuntimeError as above."""
    _wait_until_none(user, kill=True)


def _wait_until_none(user: int, kill: bool = False) -> None:
    end = time.monotonic() + ENDING
    while left := {pid for pid in processes_of(user) if _goes_on(pid)}:
        for pid in left if kill else ():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if time.monotonic() > end:
            raise RuntimeError(f"the processes {sorted(left)} of an answer go on")
        time.sleep(0.01)


def processes_of(user: int) -> set[int]:
    """Return the ids of a user's processes, of those too that have ended and are only not waited for."""
    numbers = [int(place.name) for place in Path("/proc").iterdir() if place.name.isdigit()]
    return {number for number in numbers if _told(Path(f"/proc/{number}/status"), b"Uid") == str(user).encode()}


def _goes_on(pid: int) -> bool:
    """Whether a thread of a process has not ended; its first one may have."""
    return any(_told(task, b"State") not in (b"", b"Z", b"X") for task in Path(f"/proc/{pid}/task").glob("*/status"))


def _told(status: Path, name: bytes) -> bytes:
    """Return the first word of a line of a process's or a thread's `status`; empty if it is gone."""
    try:
        # read as bytes: a process can give itself a name of any bytes
        lines = status.read_bytes().splitlines()
    except OSError:
        return b""
    return next((line.split()[1] for line in lines if line.startswith(name + b":")), b"")


def remove_files(user: int) -> None:
    """Remove what a user, whose processes have ended, has left in the directories that are everybody's."""
    for directory in SHARED:
        with suppress(OSError), os.scandir(directory) as entries:
            left = [entry.path for entry in entries if entry.stat(follow_symlinks=False).st_uid == user]
            if left:
                # however deep: a recursion in Python has an end
                subprocess.run(["rm", "-rf", "--one-file-system", "--", *left], stderr=subprocess.DEVNULL, check=False)


def _random_id() -> int:
    mapped = max(int(first) + int(count) for first, _, count in map(str.split, _lines("/proc/self/uid_map")))
    first, last = (FIRST, LAST) if mapped > LAST else UNASSIGNED
    return random.SystemRandom().randint(first, last)


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines()


def _users_of_processes() -> set[int]:
    users = set()
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                users.add(place.stat().st_uid)
            except OSError:
                continue
    return users
