"""User ids for answers, where the grader runs as root: each fork server's children have one that is nobody else's.

Limits on processes count for a user, in all of the system: two answers under one id would use up each other's.
"""

from __future__ import annotations

import random
import socket
from pathlib import Path

FIRST, LAST = 2**28, 2**30
"""Ids that no system gives to people, services or containers."""
UNASSIGNED = (60_578, 61_183)
"""Such ids below 65,536, where a container has no others."""


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
