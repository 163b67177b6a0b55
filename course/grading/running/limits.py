"""The limits of an answer: time of the processor, memory, files, processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course.exercise import Setting


@dataclass(frozen=True)
class Limits:
    """The limits of one answer: seconds of CPU time, bytes of memory and scratch space, and numbers of files and processes."""

    cpu: int = 60
    memory: int = 3 * 2**30
    scratch: int = 64 * 2**20
    nodes: int = 4096
    file: int = 32 * 2**20
    files: int = 256
    processes: int = 128

    def plain(self) -> dict[str, int]:
        return asdict(self)


LIMITS: Mapping[Setting, Limits] = {
    "plain": Limits(memory=2**30, processes=32, files=64),
    "pt": Limits(memory=2 * 2**30, processes=64, files=128),
    "tf": Limits(memory=3 * 2**30),
}
"""The limits of an answer that a fork server runs; the seconds are the exercise's own."""
MEMORY = 6 * 2**30
"""The bytes that an answer may allocate, libraries included, in a learner's own check."""
