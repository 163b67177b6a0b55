"""The chapters and the exercises, by name, and the files of the exercises."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from course.exercise import Exercise, Setting
from course.i18n import N_
from course.lesson import Chapter
from course.message import Choice, WrongUse
from course.paths import PACKAGE, solutions, starters
from course.script import functions


@cache
def exercises() -> tuple[Exercise, ...]:
    """Every exercise, in the order of the chapters. Imports no framework."""
    return tuple(
        _load_exercise(chapter, name)
        for chapter in chapter_names()
        for name in import_module(f"course.{chapter}.exercises").EXERCISES
    )


def _load_exercise(chapter: str, name: str) -> Exercise:
    declared: Exercise = import_module(f"course.{chapter}.exercises.{name.replace('-', '_')}").EXERCISE
    return replace(declared, chapter=chapter)


def exercise_if_known(name: str) -> Exercise | None:
    """The exercise of that name; None if there is none, or none any more."""
    return next((exercise for exercise in exercises() if exercise.name == name), None)


def find_exercise(name: str) -> Exercise:
    """The exercise of that name.

    Raises:
        WrongUse: there is none; the nearest name is offered.
    """
    exercise = exercise_if_known(name)
    if exercise is not None:
        return exercise
    near = difflib.get_close_matches(name, [exercise.name for exercise in exercises()], n=1)
    if near:
        raise WrongUse(N_("There is no exercise `{name}`: did you mean `{near}`?"), name=name, near=near[0])
    raise WrongUse(N_("There is no exercise `{name}`: `python -m course exercises` lists all exercises."), name=name)


def choose_setting(exercise: Exercise, asked: str | None, installed: Mapping[Setting, bool]) -> Setting:
    """The setting asked for, or the first that is installed, TensorFlow before PyTorch.

    Raises:
        WrongUse: the exercise has no such setting.
    """
    if asked is None:
        return next((setting for setting in exercise.settings if installed[setting]), exercise.settings[0])
    if exercise.settings == ("plain",):
        return "plain"
    for setting in exercise.settings:
        if setting == asked:
            return setting
    raise WrongUse(
        N_("The exercise `{name}` does not exist for `{framework}`: choose {frameworks}."),
        name=exercise.name,
        framework=asked,
        frameworks=Choice(exercise.settings),
    )


def starter(exercise: Exercise, setting: Setting) -> Path:
    """The file that a learner begins with."""
    return starters() / exercise.chapter / exercise.file_name(setting)


def solution(exercise: Exercise, setting: Setting) -> Path:
    """The file with the answer, which only a checkout has."""
    return solutions() / exercise.chapter / exercise.file_name(setting)


def wanted(exercise: Exercise, setting: Setting) -> list[dict[str, Any]]:
    """The functions that the starter asks for, each with the names of its parameters."""
    found = functions(starter(exercise, setting)).values()
    return [{"name": each.name, "parameters": list(each.parameters)} for each in found]


def exercise_of_file(path: Path) -> tuple[Exercise, Setting] | None:
    """The exercise and setting that the name of a file speaks of; None if it speaks of none."""
    for exercise in exercises():
        for setting in exercise.settings:
            if exercise.file_name(setting) == path.name:
                return exercise, setting
    return None


def chapter_names() -> list[str]:
    """The names of the chapters, such as `ch8`, in the order of their numbers."""
    found = [path.parent.name for path in PACKAGE.glob("ch[0-9]*/__init__.py")]
    return sorted(found, key=lambda name: int(name.removeprefix("ch")))


def choose_chapter(name: str) -> Chapter:
    """The chapter of that name.

    Raises:
        WrongUse: there is none of that name.
    """
    if name not in chapter_names():
        known = Choice(chapter_names())
        raise WrongUse(N_("There is no chapter `{name}`: choose {chapters}."), name=name, chapters=known)
    return load_chapter(name)


def load_chapter(name: str) -> Chapter:
    """The declaration of a chapter. Imports no framework."""
    chapter: Chapter = import_module(f"course.{name}").CHAPTER
    return chapter
