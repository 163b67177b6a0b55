"""Which exercise a file answers: by its name, else by the functions that it defines.

The text is searched with regular expressions, never parsed: parsers can be brought down by what they are given, and
this process holds everybody's submissions.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from course.contents import exercises, wanted
from course.exercise import Exercise, Setting
from course.grading.intake.files import LONGEST_NAME
from course.grading.records import Note

_FRAMEWORKS: dict[str, Setting] = {
    "torch": "pt",
    "accelerate": "pt",
    "tensorflow": "tf",
    "tf_keras": "tf",
    "keras": "tf",
}
_DEFINITION = re.compile(r"(?:^|(?<=\r))(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)
_IMPORT = re.compile(rf"(?:^|(?<=\r))[ \t]*(?:import|from)[ \t]+({'|'.join(_FRAMEWORKS)})\b", re.MULTILINE)
_COPY = r"(?:copy of|copia di|copie de|kopie von|copia de)[ _-]+"
_AGAIN = r"[ _.-]*\(\d+\)|[ _.-]+(?:v?\d+|copy\d*|copia|final|副本|복사본|사본)"
"""What browsers, systems and people append to the name of a file that is there already; one that cannot be read in two
ways, so that no name takes long."""


@dataclass(frozen=True)
class Named:
    """What a file's name tells. `before` stands before the starter's name, a student's id for instance."""

    exercise: Exercise
    setting: Setting
    before: str
    exact: bool


@dataclass(frozen=True)
class Answer:
    """The text that answers an exercise, and what is to be told of it."""

    exercise: Exercise
    setting: Setting
    source: str
    notes: tuple[Note, ...] = ()


@cache
def _starters() -> tuple[dict[str, tuple[Exercise, Setting]], re.Pattern[str]]:
    known: dict[str, tuple[Exercise, Setting]] = {
        exercise.file_name(setting).removesuffix(".py"): (exercise, setting)
        for exercise in exercises()
        for setting in exercise.settings
    }
    stems = "|".join(sorted(known, key=len, reverse=True))
    return known, re.compile(rf"(?:{_COPY})*(?:(?P<before>.*)[_ .-])?(?P<stem>{stems})(?:{_AGAIN})*", re.I | re.S)


def named(name: str) -> Named | None:
    """The starter that a file is named after: `label_count_pt.py`, `ana_label_count_pt-1.py`, `Copy of …`, `… (2).py`."""
    stem, dot, ending = name.rpartition(".")
    known, pattern = _starters()
    match = pattern.fullmatch(stem) if len(name) <= LONGEST_NAME and dot and ending.lower() in ("py", "ipynb") else None
    if match is None:
        return None
    exercise, setting = known[match["stem"].lower()]
    return Named(exercise, setting, match["before"] or "", exercise.file_name(setting) == name)


def defined(source: str) -> frozenset[str]:
    """The functions that a text defines at the beginning of a line."""
    return frozenset(_DEFINITION.findall(source))


@cache
def _asked() -> tuple[tuple[Exercise, frozenset[str]], ...]:
    return tuple(
        (each, frozenset(function["name"] for setting in each.settings for function in wanted(each, setting)))
        for each in exercises()
    )


def asked(exercise: Exercise) -> frozenset[str]:
    """The functions that an exercise asks for."""
    return next(functions for each, functions in _asked() if each is exercise)


def answered(functions: Collection[str]) -> list[Exercise]:
    """The exercises that functions answer, in part at least.

    Where two ask for functions of the same name, one for `f` and the other for `f` and `g`, it is the one that explains
    more of what is there; if both explain the same, the one of which nothing is missing.
    """
    hits = [(exercise, all_, all_.intersection(functions)) for exercise, all_ in _asked()]
    return [
        exercise
        for exercise, all_, hit in hits
        if hit and not any(hit < better or (hit == better == whole and hit != all_) for _, whole, better in hits)
    ]


def frameworks(source: str) -> set[Setting]:
    """The settings whose frameworks a text imports."""
    return {_FRAMEWORKS[name] for name in _IMPORT.findall(source)}


def imported(exercise: Exercise, source: str) -> Setting | None:
    """The first of the exercise's settings whose framework a text imports."""
    found = frameworks(source)
    return next((setting for setting in exercise.settings if setting in found), None)


def answers(name: str, source: str) -> list[Answer]:
    """What a Python file answers: the exercise of its name, else each whose functions it defines."""
    found = named(name)
    if found is not None:
        # an id before the name is no other name
        as_starter = found.exact or name == f"{found.before}_{found.exercise.file_name(found.setting)}"
        file = found.exercise.file_name(found.setting)
        notes = () if as_starter else (Note("renamed", {"file": file}),)
        return [Answer(found.exercise, found.setting, source, notes)]
    return [
        Answer(exercise, imported(exercise, source) or exercise.settings[0], source, (Note("by-function"),))
        for exercise in answered(defined(source))
    ]
