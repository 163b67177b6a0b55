"""A memory cgroup around a fork server: it counts what no process shows, such as pages in pipes and sockets' buffers.

Where this process may make a cgroup, as root or where systemd delegates one (`systemd-run --user --scope -p
Delegate=yes …`), the fork server and its children live in one. Elsewhere the fork server's own count has to do, and the
sandbox refuses the system calls by which memory is hidden from it.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
NAME = "course-grading"
_numbers = itertools.count()


class MemoryGroup:
    """One cgroup. Made by `make_group`."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        old = (directory / "memory.limit_in_bytes").exists()
        self._usage = directory / ("memory.usage_in_bytes" if old else "memory.current")
        self._limit = directory / ("memory.limit_in_bytes" if old else "memory.max")
        # of cgroups 1 the limit is on both together
        self._swap = directory / ("memory.memsw.limit_in_bytes" if old else "memory.swap.max")
        self._both = old
        self._events = directory / ("memory.oom_control" if old else "memory.events")

    def command(self, program: Sequence[str]) -> list[str]:
        """Return the command line that runs a program in the group, from its first moment on."""
        enter = '{ echo $$ > "$0"; } 2> /dev/null; exec "$@"'
        return ["/bin/sh", "-c", enter, str(self.directory / "cgroup.procs"), *program]

    def allow(self, more: int) -> None:
        """Limit the group to what it has now and so many bytes more, none of them swapped out. Raises OSError."""
        limit = str(int(self._usage.read_text()) + more)
        with suppress(OSError):
            self._swap.write_text("-1" if self._both else "0")
        self._limit.write_text(limit)
        if self._both:
            with suppress(OSError):
                self._swap.write_text(limit)

    def kills(self) -> int:
        """Return how many processes of the group were killed because it had no memory left."""
        with suppress(OSError, ValueError):
            for line in self._events.read_text().splitlines():
                name, _, count = line.partition(" ")
                if name == "oom_kill":
                    return int(count)
        return 0

    def close(self) -> None:
        """Remove the group, whose processes have ended."""
        for _ in range(50):
            try:
                self.directory.rmdir()
                return
            except FileNotFoundError:
                return
            except OSError:
                # the last of the killed processes is still ending
                time.sleep(0.02)


def make_group() -> MemoryGroup | None:
    """Make a cgroup below this process's own; None where that cannot be had."""
    name = f"{NAME}-{os.getpid()}-{next(_numbers)}"
    for parent in _parents():
        _clean(parent)
        directory = parent / name
        with suppress(OSError, ValueError):
            directory.mkdir()
            group = MemoryGroup(directory)
            try:
                group.allow(2**40)
                return group
            except (OSError, ValueError):
                group.close()
    return None


def _clean(parent: Path) -> None:
    """Remove the groups of graders that were killed. One in which something still runs stays."""
    for directory in parent.glob(f"{NAME}-*"):
        pid = directory.name.removeprefix(f"{NAME}-").partition("-")[0]
        if not Path(f"/proc/{pid}").exists():
            with suppress(OSError):
                directory.rmdir()


def _parents() -> list[Path]:
    """Return the directories of this process's own memory cgroup: of cgroups 1, then of cgroups 2."""
    found: list[Path] = []
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if "memory" in controllers.split(","):
                found.insert(0, ROOT / "memory" / path.lstrip("/"))
            elif not controllers:
                found.append(ROOT / path.lstrip("/"))
    for directory in found:
        # for cgroups 2, where nothing but this process's parents are in it
        with suppress(OSError):
            (directory / "cgroup.subtree_control").write_text("+memory")
    return [directory for directory in found if os.access(directory, os.W_OK)]
