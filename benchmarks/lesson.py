"""How long the lessons take, how much memory they need, and how soon the short commands answer.

    python benchmarks/lesson.py [ch8-pt] [ch8-tf] [ch3-pt] [ch3-tf]

The seconds of a lesson are those of its report: from the moment at which libraries are imported and the data checked. The short
commands are run ten times each, after one run that is not counted; the least and the median are given.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time

SHORT = (["--help"], ["--list"], ["--lang", "xx"])


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


def main() -> None:
    print(f"load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    for arguments in SHORT:
        taken = short(arguments)
        print(f"{' '.join(arguments):12} least {taken[0]:.3f} s, median {statistics.median(taken):.3f} s")
    for name in sys.argv[1:] or ["ch8-pt", "ch8-tf", "ch3-pt", "ch3-tf"]:
        seconds, whole, peak = lesson(*name.split("-"))
        print(f"{name}: lesson {seconds:.0f} s, with imports {whole:.0f} s, peak memory {peak:.2f} GB")


if __name__ == "__main__":
    main()
