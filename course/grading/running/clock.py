"""Decides when an answer has taken too long: by the CPU time of its imports and of its work, each apart, and by waiting.

A machine may be busy with other things, so wall time ends an answer only if it hardly calculates.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from course.exercise import Failure

TICK = 0.25
"""The seconds between two looks at the CPU time of an answer."""
BUSY = 0.05
"""The least share of its limit that an answer must calculate within as many seconds of wall time."""
SLOWEST = 5
"""The most wall time, as a multiple of the limit: an answer that takes longer has waited most of the time."""


def cpu_of(pid: int) -> float | None:
    """Return the CPU seconds of a process, and of those that it started and has waited for.

    0 if it is gone, None on a system that does not tell.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0.0 if Path("/proc/self/stat").exists() else None
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Clock:
    """The time of one answer, from its start on.

    Args:
        seconds: the CPU seconds that its work may take once it is loaded.
        import_seconds: the CPU seconds until then.
    """

    def __init__(self, seconds: float, import_seconds: float) -> None:
        self.seconds = seconds
        self.import_seconds = import_seconds
        self.start()

    def start(self) -> None:
        """The answer starts now."""
        self.loading = True
        self.cpu = 0.0
        self._started = time.monotonic()
        self._begin()

    def _begin(self) -> None:
        self.began = self.moved = time.monotonic()
        self.cpu_began = self.cpu_moved = self.cpu

    def loaded(self) -> None:
        """The answer is loaded: what it does from now on is its work."""
        if self.loading:
            self.loading = False
            self._begin()

    def used(self, cpu: float) -> None:
        """The answer has used so many CPU seconds since its start."""
        self.cpu = max(self.cpu, cpu)

    @property
    def limit(self) -> float:
        """The CPU seconds of what it does now."""
        return self.import_seconds if self.loading else self.seconds

    @property
    def wall(self) -> float:
        """The wall seconds of what it does now."""
        return time.monotonic() - self.began

    @property
    def wall_in_all(self) -> float:
        """The wall seconds since the start."""
        return time.monotonic() - self._started

    def failure(self) -> Failure | None:
        """Return the limit that the answer has exceeded, as a failure."""
        if self.cpu - self.cpu_began > self.limit:
            return Failure("import-limit" if self.loading else "time-limit", {"seconds": self.limit})
        now = time.monotonic()
        if self.cpu - self.cpu_moved >= BUSY * self.limit:
            self.moved, self.cpu_moved = now, self.cpu
        if now - self.moved > self.limit or now - self.began > SLOWEST * self.limit:
            return Failure("idle-limit", {"seconds": round(now - self.began), "cpu": self.cpu - self.cpu_began})
        return None
