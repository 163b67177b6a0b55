"""The chapters and the exercises, by name, and the files of the exercises."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from course.case import Case, Program
from course.exercise import Exercise, Setting
from course.i18n import N_
from course.lesson import Chapter
from course.message import Choice, WrongUse
from course.paths import PACKAGE, solutions, starters
from course.script import functions, parameters_in


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


CASES = "cases"
"""The package of the cases, which stands where the chapters of other exercises stand."""


def programs() -> tuple[Program, ...]:
    """The scripts of which cases are made, in their order. Imports no framework."""
    found: tuple[Program, ...] = import_module(f"course.{CASES}").PROGRAMS
    return found


def cases() -> tuple[tuple[Program, Case], ...]:
    """Every case, with its program, in their order."""
    return tuple((program, case) for program in programs() for case in program.cases)


@cache
def case_exercises() -> tuple[Exercise, ...]:
    """The exercises in which a learner repairs a case each, in the order of the cases."""
    from course.cases.judging import exercise_of

    return tuple(exercise_of(program, case) for program, case in cases())


def is_case(exercise: Exercise) -> bool:
    """Whether an exercise is to repair a case."""
    return exercise.chapter == CASES


def command_name(name: str) -> str:
    """The name of an exercise as it is typed in a command: that of a case is two words, such as `case no-loss`."""
    return f"case {name.removeprefix('case-')}" if name.startswith("case-") else name


def all_exercises() -> tuple[Exercise, ...]:
    """The exercises of the chapters, and those of the cases."""
    return (*exercises(), *case_exercises())


def exercise_if_known(name: str) -> Exercise | None:
    """The exercise of that name; None if there is none, or none any more."""
    from course.cases.drawing import PREFIX, class_exercise, drawn_exercise

    if name.startswith(PREFIX):
        return class_exercise() if name == PREFIX else drawn_exercise(name)
    return next((exercise for exercise in all_exercises() if exercise.name == name), None)


def find_exercise(name: str) -> Exercise:
    """The exercise of that name.

    Raises:
        WrongUse: there is none; the nearest name is offered.
    """
    exercise = exercise_if_known(name)
    if exercise is not None:
        return exercise
    if name.startswith("case-"):
        case = name.removeprefix("case-")
        near = difflib.get_close_matches(case, [known.name for _, known in cases()], n=1)
        if near:
            raise WrongUse(N_("There is no case `{name}`: did you mean `{near}`?"), name=case, near=near[0])
        raise WrongUse(N_("There is no case `{name}`: `python -m course cases` lists all cases."), name=case)
    near = difflib.get_close_matches(name, [exercise.name for exercise in all_exercises()], n=1)
    if near:
        message = N_("There is no exercise `{name}`: did you mean `{near}`?")
        raise WrongUse(message, name=name, near=command_name(near[0]))
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
    """The file that a learner begins with, where it is kept as one."""
    return starters() / exercise.chapter / exercise.file_name(setting)


def starter_text(exercise: Exercise, setting: Setting) -> str:
    """The text that a learner begins with."""
    return exercise.starter() if exercise.starter else starter(exercise, setting).read_text(encoding="utf-8")


def solution(exercise: Exercise, setting: Setting) -> Path:
    """The file with the answer, which only a checkout has."""
    return solutions() / exercise.chapter / exercise.file_name(setting)


def wanted(exercise: Exercise, setting: Setting) -> list[dict[str, Any]]:
    """The functions that the starter asks for, each with the names of its parameters."""
    if exercise.functions:
        found = parameters_in(starter_text(exercise, setting))
        return [{"name": name, "parameters": list(found[name])} for name in exercise.functions]
    return [
        {"name": each.name, "parameters": list(each.parameters)}
        for each in functions(starter(exercise, setting)).values()
    ]


def declaring_modules(exercise: Exercise) -> tuple[str, ...]:
    """The names of the modules that declare an exercise and judge it."""
    if is_case(exercise):
        return (f"course.{CASES}.judging", f"course.{CASES}.{exercise.harness}.cases")
    return (f"course.{exercise.chapter}.exercises.{exercise.name.replace('-', '_')}",)


def exercise_of_file(path: Path) -> tuple[Exercise, Setting] | None:
    """The exercise and setting that the name of a file speaks of; None if it speaks of none."""
    drawn = exercise_if_known(path.stem.replace("_", "-"))
    if drawn is not None and drawn.file == path.name:
        return drawn, drawn.settings[0]
    for exercise in all_exercises():
        for setting in exercise.settings:
            if exercise.file_name(setting) == path.name:
                return exercise, setting
    return None


def chapter_names() -> list[str]:
    """The names of the chapters, such as `ch8`, in the order of their numbers."""
    found = [path.parent.name for path in PACKAGE.glob("ch[0-9]*/__init__.py")]
    return sorted(found, key=lambda name: int(name.removeprefix("ch")))


def content_names() -> list[str]:
    """The names of the packages with exercises: the chapters, and the cases. An answer may see the `harness` of each."""
    return [*chapter_names(), CASES]


def choose_chapter(name: str) -> Chapter:
    """The chapter of that name.

    Raises:
        WrongUse: there is none of that name.
    """
    if name not in chapter_names():
        known = Choice(chapter_names())
        raise WrongUse(N_("There is no chapter `{name}`: choose {chapters}."), name=name, chapters=known)
    return load_chapter(name)


def chapter_title(exercise: Exercise) -> str:
    """The title of the chapter that an exercise belongs to, words; empty for a case, which belongs to none."""
    return "" if is_case(exercise) else load_chapter(exercise.chapter).title


def load_chapter(name: str) -> Chapter:
    """The declaration of a chapter. Imports no framework."""
    chapter: Chapter = import_module(f"course.{name}").CHAPTER
    return chapter
