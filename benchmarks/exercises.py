"""Time one check of each exercise, imports aside: its solution is checked ten times, after a run that is not counted.

    python benchmarks/exercises.py [NAME...]

The aim is a median of 0.5 s in PyTorch and 2.5 s in TensorFlow on 2 cores; a check runs on one thread.
"""

from __future__ import annotations

import os
import statistics
import sys

from course.contents import exercises, find_exercise, solution
from course.grading.check import check
from course.grading.running.single import SingleProcess

RUNS = 10


def main() -> None:
    print(f"load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    print("| exercise | framework | least | median | most |\n|---|---|---|---|---|")
    for exercise in map(find_exercise, sys.argv[1:]) if sys.argv[1:] else exercises():
        for setting in exercise.settings:
            source = solution(exercise, setting).read_text(encoding="utf-8")
            with SingleProcess(setting, exercise) as child:
                runs = [check(exercise, source, "answer.py", child, seed) for seed in range(RUNS + 1)][1:]
            assert all(run.passed for run in runs)
            taken = sorted(run.ran.seconds for run in runs)
            print(
                f"| {exercise.name} | {setting} | {taken[0]:.2f} | {statistics.median(taken):.2f} | {taken[-1]:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
