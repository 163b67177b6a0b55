"""Time the working script of each program of cases, imports aside, and the scripts with a mistake.

    python benchmarks/cases.py [PROGRAM...]

The aim is 15 s for each on one core; a check runs on one thread. The working script is checked on five draws, each
script with a mistake on one.
"""

from __future__ import annotations

import os
import sys

from course.audit.answers import Children
from course.cases.judging import broken_script, exercise_of, program_text
from course.contents import case_exercises, programs
from course.grading.check import check
from course.script import read

SEEDS = range(5)


def main() -> None:
    print(f"load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    print("| program | framework | working: least | most | with a mistake: most |\n|---|---|---|---|---|")
    with Children(case_exercises()) as alive:
        for program in programs():
            if sys.argv[1:] and program.name not in sys.argv[1:]:
                continue
            child = alive(program.framework)
            first = exercise_of(program, program.cases[0])
            working = program_text(read(program.folder / "script.py"))
            runs = [check(first, working, "script.py", child, seed) for seed in SEEDS]
            assert all(run.passed for run in runs), program.name
            broken = [
                check(exercise_of(program, case), program_text(broken_script(program, case)), "script.py", child, 0)
                for case in program.cases
            ]
            assert not any(run.passed for run in broken), program.name
            taken = sorted(run.ran.seconds for run in runs)
            worst = max(run.ran.seconds for run in broken)
            print(
                f"| {program.name} | {program.framework} | {taken[0]:.1f} | {taken[-1]:.1f} | {worst:.1f} |", flush=True
            )


if __name__ == "__main__":
    main()
