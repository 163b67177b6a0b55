"""The corpus of hostile submissions in `tests/attacks`: the attempt of each, and the results it may have."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from course.contents import exercises
from course.exercise import Exercise, Setting
from course.grading.records import STATUSES, Status
from support.paths import ROOT

CORPUS = ROOT / "tests/attacks"
HEADER = re.compile(r"^# (exercise|setting|status|points): (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Attack:
    """One hostile submission.

    Attributes:
        name: its class and file, such as `bombs/memory`.
        tries: one sentence.
        statuses: those that are right outcomes.
        points: the most that the honest work in it can earn.
        source: its text, which is what is handed in.
    """

    name: str
    path: Path
    tries: str
    exercise: Exercise
    setting: Setting
    statuses: frozenset[Status]
    points: int
    source: str


def attacks() -> list[Attack]:
    """The whole corpus, in the order of its names.

    Raises:
        ValueError: a file does not say what it tries, or not what may become of it.
    """
    return [read(path) for path in sorted(CORPUS.rglob("*.py"))]


def read(path: Path) -> Attack:
    """The attack in a file: a docstring of one line, and four comments. Its code is not parsed, for some cannot be."""
    source = path.read_text(encoding="utf-8")
    first, _, rest = source.partition("\n")
    header = dict(HEADER.findall(rest))
    try:
        tries = ast.literal_eval(first)
        named = {exercise.name: exercise for exercise in exercises()}
        exercise = named[header["exercise"]]
        setting = cast(Setting, header["setting"])
        statuses = frozenset(header["status"].split(", "))
        points = int(header["points"])
    except (KeyError, SyntaxError, ValueError) as error:
        raise ValueError(f"{path}: {error!r}") from error
    never = {"infrastructure"} if points else {"infrastructure", "passed", "partial"}
    if not isinstance(tries, str) or setting not in exercise.settings or not 0 <= points < exercise.points:
        raise ValueError(f"{path}: {tries!r}, {setting}, {points}")
    if not statuses <= set(STATUSES) - never - {"passed"}:
        raise ValueError(f"{path}: {sorted(statuses)}")
    name = path.relative_to(CORPUS).with_suffix("").as_posix()
    return Attack(name, path, tries, exercise, setting, cast("frozenset[Status]", statuses), points, source)
