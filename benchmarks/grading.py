"""Measures how fast a class is graded: by this project, by nbgrader and by otter-grader, turn by turn in one run.

    python benchmarks/grading.py                all of the below but the last two
    python benchmarks/grading.py --only plain   a plain Python exercise: nbgrader, otter-grader, and this project
    python benchmarks/grading.py --only pt      what grading adds to a PyTorch answer's own work
    python benchmarks/grading.py --only tf      what a TensorFlow answer takes in all
    python benchmarks/grading.py --only jobs    what a second job brings, beside two graders that know nothing of each other
    python benchmarks/grading.py --many 10000   that many submissions and a tenth of them, for the memory that it takes

The others are installed into environments of their own, in `--environments DIR` if that is given, so that they need not be
installed again. Every grader's command is timed as a whole, for a small batch and a large one; what a submission takes
once everything is started is the difference of the two by the difference in size. No two submissions have the same text.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from course.contents import find_exercise, solution
from course.exercise import Exercise, Setting
from course.grading.check import check
from course.grading.running.single import SingleProcess

ROOT = Path(__file__).parent.parent
NBGRADER = "nbgrader==0.9.6"
OTTER = "otter-grader==7.0.0"
TRIVIAL = find_exercise("know-your-data")
TRAINED: Mapping[str, tuple[Exercise, tuple[int, int]]] = {
    "pt": (find_exercise("label-count"), (20, 120)),
    "tf": (find_exercise("keras-loss"), (4, 16)),
}
QUESTIONS = {
    "label_shares": "assert label_shares([0, 2, 2, 2], 3) == [0.25, 0.0, 0.75]",
    "baselines": "assert abs(baselines([0, 2, 2, 2], 3)['constant_loss'] - 0.5623) < 1e-3",
}
"""The tests of `TRIVIAL` for the other graders. This project tests more of these functions, and a third one."""


@dataclass(frozen=True)
class Grader:
    """One way to grade.

    Attributes:
        sizes: of the small batch and of the large one.
        grade: grades a batch of that size, and gives the seconds that it took.
        taken: the seconds that `grade` gave, by size.
    """

    name: str
    sizes: tuple[int, int]
    grade: Callable[[int], float]
    taken: dict[int, list[float]] = field(default_factory=dict)

    def whole(self) -> float:
        """Seconds per submission of the large batch, start included."""
        return statistics.median(self.taken[self.sizes[1]]) / self.sizes[1]

    def each(self) -> float:
        """Seconds per submission once everything is started."""
        small, large = (statistics.median(self.taken[size]) for size in self.sizes)
        return (large - small) / (self.sizes[1] - self.sizes[0])

    def row(self) -> str:
        small, large = (statistics.median(self.taken[size]) for size in self.sizes)
        sizes = " and ".join(map(str, self.sizes))
        return f"| {self.name} | {sizes} | {small:.1f} and {large:.1f} | {self.whole():.3f} | {self.each():.3f} |"


HEAD = "| grader | batches of | took, s | s per submission of the larger | once started |\n|---|---|---|---|---|"


def measure(graders: Sequence[Grader], rounds: int) -> None:
    """Grade each grader's batches in turn, as often as there are rounds, and print a table of the medians."""
    for _ in range(rounds):
        for grader in graders:
            for size in grader.sizes:
                grader.taken.setdefault(size, []).append(grader.grade(size))
    print(HEAD, *(grader.row() for grader in graders), sep="\n", flush=True)


def timed(*command: str | Path, cwd: Path = ROOT) -> float:
    """Return the seconds that a command takes, with the commands of its directory on the path."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ["PATH"]])
    began = time.perf_counter()
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    taken = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(f"{command[0]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-4000:]}")
    return taken


def answers(exercise: Exercise, setting: Setting, count: int) -> Iterator[tuple[str, str]]:
    """Give students and their answers, all of them right."""
    text = solution(exercise, setting).read_text(encoding="utf-8")
    for place in range(count):
        yield f"s{place:05}", f"# written by student {place}\n{text}"


# The others


def environment(directory: Path, *packages: str) -> Path:
    """Return the commands of an environment with these packages, which is made if necessary."""
    if not (directory / "installed").exists():
        venv.create(directory, with_pip=True, clear=True)
        timed(directory / "bin" / "python", "-m", "pip", "install", "--quiet", *packages)
        (directory / "installed").touch()
    return directory / "bin"


def notebook(*cells: Mapping[str, Any]) -> str:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells})


def cell(name: str, source: str, points: int = 0) -> Mapping[str, Any]:
    """Return a cell as nbgrader marks it: an answer, or a test with points."""
    graded = {"grade": points > 0, "solution": not points, "locked": points > 0, "task": False, "points": points}
    marks = {"nbgrader": {"schema_version": 3, "grade_id": name, "cell_type": "code", **graded}}
    return {
        "cell_type": "code",
        "id": name.replace("_", "-"),
        "metadata": marks,
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


def with_nbgrader(commands: Path, count: int) -> float:
    """Time `nbgrader autograde` of a new course."""

    def written(answer: str) -> str:
        return notebook(cell("answer", answer), *(cell(name, test, 1) for name, test in QUESTIONS.items()))

    with tempfile.TemporaryDirectory() as made:
        course = Path(made)
        for student, answer in answers(TRIVIAL, "plain", count):
            for place in (course / "submitted" / student / "data", course / "source" / "data"):
                place.mkdir(parents=True, exist_ok=True)
                (place / "data.ipynb").write_text(written(answer), encoding="utf-8")
        timed(commands / "nbgrader", "generate_assignment", "data", cwd=course)
        taken = timed(commands / "nbgrader", "autograde", "data", cwd=course)
        with sqlite3.connect(course / "gradebook.db") as gradebook:
            scores = [score for (score,) in gradebook.execute("select auto_score from grade")]
    assert scores == [1.0] * len(QUESTIONS) * count, scores
    return taken


OTTER_TEST = """from otter.test_files import test_case
OK_FORMAT = False
name = "{name}"
points = 1

@test_case()
def check({name}):
    {test}
"""
OTTER_BATCH = """import sys
from otter.api import grade_submission
for name in sys.argv[1:]:
    assert grade_submission(name, "autograder.zip", quiet=True).total == 2
"""


def with_otter(commands: Path, count: int, by_command: bool) -> float:
    """Time `otter run` for each submission, or one process that calls the function behind it; neither starts a container."""
    with tempfile.TemporaryDirectory() as made:
        course = Path(made)
        with zipfile.ZipFile(course / "autograder.zip", "w") as archive:
            archive.writestr("otter_config.json", "{}")
            for name, test in QUESTIONS.items():
                archive.writestr(f"tests/{name}.py", OTTER_TEST.format(name=name, test=test))
        files = []
        for student, answer in answers(TRIVIAL, "plain", count):
            files.append(f"{student}.ipynb")
            (course / files[-1]).write_text(notebook(cell("answer", answer)), encoding="utf-8")
        if not by_command:
            return timed(commands / "python", "-c", OTTER_BATCH, *files, cwd=course)
        taken = 0.0
        for file in files:
            taken += timed(commands / "otter", "run", file, cwd=course)
            results = json.loads((course / "results.json").read_text(encoding="utf-8"))
            assert sum(test.get("score", 0) for test in results["tests"]) == len(QUESTIONS), results
    return taken


# This project


def grade(exercise: Exercise, setting: Setting, count: int, jobs: int) -> tuple[float, int, list[float]]:
    """Return the seconds of the command, the peak memory of its main process in bytes, and its reported seconds per answer."""
    with tempfile.TemporaryDirectory() as made:
        course = Path(made) / "submitted"
        out = Path(made) / "out"
        for student, answer in answers(exercise, setting, count):
            (course / student).mkdir(parents=True)
            (course / student / exercise.file_name(setting)).write_text(answer, encoding="utf-8")
        command = [sys.executable, "-m", "course", "grade", str(course), "--out", str(out), "--jobs", str(jobs)]
        with (Path(made) / "log").open("w+b") as log:
            began = time.perf_counter()
            peak = 0
            with subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log) as process:
                while process.poll() is None:
                    peak = max(peak, resident(process.pid))
                    time.sleep(0.05)
            taken = time.perf_counter() - began
            log.seek(0)
            assert process.returncode == 0, log.read()[-4000:].decode("utf-8", "replace")
        with (out / "results.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    assert [row["status"] for row in rows] == ["passed"] * count
    return taken, peak, [float(row["seconds"]) for row in rows]


def resident(pid: int) -> int:
    """Return the peak memory of a process in bytes; 0 where that is not known, as when it has just ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:")), 0)


def ours(exercise: Exercise, setting: Setting, sizes: tuple[int, int]) -> tuple[list[Grader], list[float]]:
    """Return this project with one job and with two, and a list that collects its reported seconds per answer with one."""
    own: list[float] = []

    def run(count: int, jobs: int) -> float:
        taken, _, seconds = grade(exercise, setting, count, jobs)
        if jobs == 1:
            own.extend(seconds)
        return taken

    name = f"this project, {exercise.name} {setting}"
    return [Grader(f"{name}, `--jobs {jobs}`", sizes, partial(run, jobs=jobs)) for jobs in (1, 2)], own


def efficiency(one: Grader, two: Grader) -> str:
    """Return the rate of two jobs as a share of twice the rate of one."""
    return f"Two jobs: {one.each() / two.each() / 2:.2f} of twice the rate of one, {one.whole() / two.whole() / 2:.2f} with the start."


def alone(exercise: Exercise, setting: Setting) -> float:
    """Return the median seconds of an answer in a process that has run it before, measured as in benchmarks/exercises.py."""
    with SingleProcess(setting, exercise) as process:
        source = solution(exercise, setting).read_text(encoding="utf-8")
        return statistics.median([check(exercise, source, "answer.py", process).ran.seconds for _ in range(11)][1:])


# The parts


def plain(rounds: int, environments: Path) -> None:
    nbgrader = environment(environments / "nbgrader", NBGRADER, "ipykernel")
    otter = environment(environments / "otter", OTTER, "ipykernel")
    others = [
        Grader("nbgrader", (5, 20), partial(with_nbgrader, nbgrader)),
        Grader("otter-grader, in one process", (5, 20), partial(with_otter, otter, by_command=False)),
        Grader("otter-grader, `otter run`", (2, 6), partial(with_otter, otter, by_command=True)),
    ]
    (one, two), _ = ours(TRIVIAL, "plain", (20, 200))
    measure([*others, one, two], rounds)
    print(efficiency(one, two))
    for other in others:
        faster = [f"{other.each() / mine.each():.0f} times with `{mine.name.split('`')[1]}`" for mine in (one, two)]
        print(f"{other.name}: once started, this project is faster {' and '.join(faster)}.")


def jobs(rounds: int) -> None:
    (one, two), _ = ours(TRIVIAL, "plain", (40, 640))

    def beside(count: int) -> float:
        """Two commands at once, each with half of the submissions."""
        began = time.perf_counter()
        with ThreadPoolExecutor(2) as executor:
            list(executor.map(lambda half: grade(TRIVIAL, "plain", half, 1), [count // 2] * 2))
        return time.perf_counter() - began

    both = Grader("this project, two commands at once", (80, 640), beside)
    measure([one, two, both], rounds)
    print(efficiency(one, two))
    print(f"Two commands at once: {one.each() / both.each() / 2:.2f} of twice the rate of one.")


def trained(setting: Setting, rounds: int) -> None:
    exercise, sizes = TRAINED[setting]
    (one, two), own = ours(exercise, setting, sizes)
    measure([one, two], rounds)
    print(efficiency(one, two))
    print(f"An answer's own seconds, as the grader has them: median {statistics.median(own):.3f}")
    print(f"Added by the grader, one job: {one.each() - statistics.mean(own):.3f} s (once started, less their mean)")
    repeated = alone(exercise, setting)
    print(f"Added to {repeated:.3f} s, the answer in a process that has run it before: {one.each() - repeated:.3f} s")


def many(count: int) -> None:
    print("| submissions | took, s | peak memory of the main process, MB |\n|---|---|---|")
    for size in (count // 10, count):
        taken, peak, _ = grade(TRIVIAL, "plain", size, os.cpu_count() or 1)
        print(f"| {size} | {taken:.0f} | {peak / 1e6:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=["plain", "pt", "tf", "jobs"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--environments", type=Path, metavar="DIR")
    parser.add_argument("--many", type=int, metavar="N")
    asked = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    for part in asked.only or ([] if asked.many else ["plain", "pt", "tf"]):
        if part == "plain":
            with tempfile.TemporaryDirectory() as made:
                plain(asked.rounds, (asked.environments or Path(made)).resolve())
        elif part == "jobs":
            jobs(asked.rounds)
        else:
            trained(part, asked.rounds)
    if asked.many:
        many(asked.many)


if __name__ == "__main__":
    main()
