"""Measure the time and the memory of the lessons, and the time of the short commands.

    python benchmarks/lesson.py [--busy] [ch8-pt] [ch8-tf] [ch3-pt] [ch3-tf]

The seconds of a lesson are those of its report: from the moment at which libraries are imported and the data checked. The short
commands are run ten times each, after one run that is not counted; the least and the median are given. With `--busy` each lesson runs
once more beside a process that takes all it can of one core, and the ratio of the two times is given.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SHORT = (["--help"], ["--list"], ["--lang", "xx"])
LESSONS = ("ch8-pt", "ch8-tf", "ch3-pt", "ch3-tf")


def short(arguments: list[str]) -> list[float]:
    taken = []
    for _ in range(11):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "course.ch8", *arguments], capture_output=True, check=False)
        taken.append(time.perf_counter() - began)
    return sorted(taken[1:])


def lesson(chapter: str, framework: str) -> tuple[float, float, float]:
    """Seconds of the lesson, seconds of the whole command, and the peak of its resident memory in GB."""
    began = time.perf_counter()
    command = [sys.executable, "-m", f"course.{chapter}", "--no-input", "--json", "-", "--framework", framework]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return json.loads(output)["seconds"], time.perf_counter() - began, usage.ru_maxrss / 1e6


@contextmanager
def busy_neighbour() -> Iterator[None]:
    """A process beside this one that never waits."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            yield
        finally:
            process.kill()


def main() -> None:
    names = [name for name in sys.argv[1:] if name != "--busy"] or LESSONS
    print(f"load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    for arguments in SHORT:
        taken = short(arguments)
        print(f"{' '.join(arguments):12} least {taken[0]:.3f} s, median {statistics.median(taken):.3f} s")
    for name in names:
        seconds, whole, peak = lesson(*name.split("-"))
        print(f"{name}: lesson {seconds:.0f} s, with imports {whole:.0f} s, peak memory {peak:.2f} GB", flush=True)
        if "--busy" in sys.argv:
            with busy_neighbour():
                beside = lesson(*name.split("-"))[0]
            print(f"{name} beside a busy process: lesson {beside:.0f} s, {beside / seconds:.2f} times", flush=True)


if __name__ == "__main__":
    main()
