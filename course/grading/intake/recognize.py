"""Recognizes the exercise that a file answers: by its name, else by the functions that it defines.

The text is searched with regular expressions, never parsed: some texts crash parsers, and this process holds the
submissions of the whole class.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from course.contents import all_exercises, exercise_of_file, exercises, wanted
from course.exercise import Exercise, Setting
from course.frameworks import imported_frameworks
from course.grading.intake.files import LONGEST_NAME
from course.grading.records import Note

_FUNCTION = r"lambda\b|(?:functools\.)?partial\(|[A-Z]\w*\(|(?!(?:None|True|False)\b)[A-Za-z_][\w.]*[ \t]*(?=#|\r|$)"
"""What a name is given that is called as a function later: a lambda, a partial, an object of a class, another name."""
_DEFINITION = re.compile(
    r"(?:^|(?<=\r))(?:(?:async[ \t]+)?def[ \t]+(?P<defined>\w+)"
    rf"|(?P<named>\w+)[ \t]*(?::[^=\n\r]{{1,200}})?=[ \t]*(?:{_FUNCTION}))",
    re.MULTILINE,
)
_COPY_PREFIX = r"(?:copy of|copia di|copie de|kopie von|copia de)[ _-]+"
_COPY_SUFFIX = r"[ _.-]*\(\d+\)|[ _.-]+(?:v?\d+|copy\d*|copia|final|副本|복사본|사본)"
"""Endings that browsers, systems and people add to the name of a copy. The pattern is unambiguous, so that no name takes
long to match."""


DRAWN = r"drawn_case_[0-9a-f]{12}_(?:pt|tf)"
"""The names of files with drawn cases; see course/cases/drawing.py."""


@dataclass(frozen=True)
class NameMatch:
    """The starter that a file's name contains. `before` is the text before it, such as a student's id."""

    exercise: Exercise
    setting: Setting
    before: str
    exact: bool


@dataclass(frozen=True)
class Answer:
    """The text that answers an exercise, and remarks on how it was recognized."""

    exercise: Exercise
    setting: Setting
    source: str
    notes: tuple[Note, ...] = ()


@cache
def _starters() -> tuple[dict[str, tuple[Exercise, Setting]], re.Pattern[str]]:
    known: dict[str, tuple[Exercise, Setting]] = {
        exercise.file_name(setting).removesuffix(".py"): (exercise, setting)
        for exercise in all_exercises()
        for setting in exercise.settings
    }
    stems = "|".join([DRAWN, *sorted(known, key=len, reverse=True)])
    return known, re.compile(
        rf"(?:{_COPY_PREFIX})*(?:(?P<before>.*)[_ .-])?(?P<stem>{stems})(?:{_COPY_SUFFIX})*", re.I | re.S
    )


def match_name(name: str) -> NameMatch | None:
    """Return the starter in a file's name: `label_count_pt.py`, `ana_label_count_pt-1.py`, `Copy of …`, `… (2).py`."""
    stem, dot, ending = name.rpartition(".")
    known, pattern = _starters()
    match = pattern.fullmatch(stem) if len(name) <= LONGEST_NAME and dot and ending.lower() in ("py", "ipynb") else None
    if match is None:
        return None
    found = known.get(match["stem"].lower()) or exercise_of_file(Path(f"{match['stem'].lower()}.py"))
    if found is None:
        return None
    exercise, setting = found
    return NameMatch(exercise, setting, match["before"] or "", exercise.file_name(setting) == name)


def defined_functions(source: str) -> frozenset[str]:
    """Return the names that a text gives to functions at the beginning of a line."""
    return frozenset(match["defined"] or match["named"] for match in _DEFINITION.finditer(source))


@cache
def _requirements() -> tuple[tuple[Exercise, frozenset[str]], ...]:
    return tuple((each, required_functions(each)) for each in exercises())


def required_functions(exercise: Exercise) -> frozenset[str]:
    """Return the names of the functions that an exercise asks for."""
    if exercise.functions:
        return frozenset(exercise.functions)
    return frozenset(function["name"] for setting in exercise.settings for function in wanted(exercise, setting))


def exercises_answered(functions: Collection[str]) -> list[Exercise]:
    """Return the exercises that these functions answer, at least in part.

    Where two ask for functions of the same name, one for `f` and the other for `f` and `g`, the one with more of the
    functions is returned; if both have the same, the one of which no function is missing.
    """
    hits = [(exercise, all_, all_.intersection(functions)) for exercise, all_ in _requirements()]
    return [
        exercise
        for exercise, all_, hit in hits
        if hit and not any(hit < better or (hit == better == whole and hit != all_) for _, whole, better in hits)
    ]


def imported_setting(exercise: Exercise, source: str) -> Setting | None:
    """Return the first of the exercise's settings whose framework a text imports; None if it imports none."""
    found = imported_frameworks(source)
    return next((setting for setting in exercise.settings if setting in found), None)


def answers_in_file(name: str, source: str) -> list[Answer]:
    """Return the answers in a Python file: to the exercise of its name, else to each whose functions it defines."""
    found = match_name(name)
    if found is not None:
        # an id before the starter's name does not count as renaming
        as_starter = found.exact or name == f"{found.before}_{found.exercise.file_name(found.setting)}"
        file = found.exercise.file_name(found.setting)
        notes = () if as_starter else (Note("renamed", {"file": file}),)
        return [Answer(found.exercise, found.setting, source, notes)]
    return [
        Answer(exercise, imported_setting(exercise, source) or exercise.settings[0], source, (Note("by-function"),))
        for exercise in exercises_answered(defined_functions(source))
    ]
