"""Draws a case for each student: which mistake, the order of the functions, their names, and the data.

What is drawn follows from a token of twelve hexadecimal digits, and the token from a course and a student. So a grader
can work out which case a student was given, and the name of a file need not be believed.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random

from course.case import Case, Program
from course.cases.judging import bring_files, broken_script, exercise_of, program_text
from course.exercise import Exercise, Setting
from course.i18n import N_

DIGITS = 12
"""The length of a token. Two of 300 students have the same token less than once in a billion courses."""
PREFIX = "drawn-case"
"""The name of the exercise that stands for the drawn cases of all students; a student's own has the token after it."""
NAME = re.compile(rf"{PREFIX}-([0-9a-f]{{{DIGITS}}})-(pt|tf)")
WAYS: Mapping[str, Sequence[str]] = {
    "load": ("load", "read", "get", "fetch"),
    "make": ("make", "build", "create", "prepare"),
    "measure": ("measure", "score", "assess", "evaluate"),
    "fix": ("fix", "set", "plant"),
    "choose": ("choose", "select", "pick"),
    "name": ("name", "rename", "mark"),
    "compile": ("compile", "configure", "set_up"),
    "train": ("train", "fit", "run_training"),
}
"""Other words for the verbs with which the names of functions begin."""


def token_of(course: str, student: str) -> str:
    """The token of a student in a course."""
    return hashlib.sha256(f"{course}\n{student}".encode()).hexdigest()[:DIGITS]


def drawn_name(token: str, setting: Setting) -> str:
    """The name of the exercise that a token stands for in a framework."""
    return f"{PREFIX}-{token}-{setting}"


def token_in(name: str) -> str:
    """The token in the name of an exercise; empty if that is no drawn case."""
    match = NAME.fullmatch(name)
    return match.group(1) if match else ""


def exercise_of_class(name: str) -> str:
    """The name under which a class has an exercise: drawn cases, of which each student has another, are one there."""
    return PREFIX if token_in(name) else name


@cache
def case_of_exercise(name: str) -> tuple[Program, Case] | None:
    """The case that an exercise is about, one of the list or a drawn one; None where it is about none."""
    from course.contents import case_exercises, cases

    match = NAME.fullmatch(name)
    if match is not None:
        return drawn_case(match.group(1), "tf" if match.group(2) == "tf" else "pt")
    known = zip(cases(), case_exercises(), strict=True)
    return next((each for each, exercise in known if exercise.name == name), None)


@cache
def drawn_exercise(name: str) -> Exercise | None:
    """The exercise of a drawn case by its name; None for the name of anything else."""
    match = NAME.fullmatch(name)
    if match is None:
        return None
    token, setting = match.groups()
    program, case = drawn_case(token, "tf" if setting == "tf" else "pt")
    return replace(
        exercise_of(program, case),
        name=name,
        file=f"{name.replace('-', '_')}.py",
        starter=lambda: drawn_text(program, case, token),
        bring=partial(bring_files, program, seed=int(token, 16)),
    )


def drawn_case(token: str, setting: Setting) -> tuple[Program, Case]:
    """The program and the case that a token stands for: each case of the framework is as likely as any other."""
    from course.contents import cases

    # a case that shows on one set of libraries only cannot be given to somebody with the other
    listed = [
        (program, case) for program, case in cases() if program.framework == setting and case.libraries == "everywhere"
    ]
    return Random(f"case {token}").choice(listed)


def drawn_text(program: Program, case: Case, token: str) -> str:
    """The text of a case as a student gets it: the functions in a drawn order, under drawn names."""
    rng = Random(f"text {token}")
    text = program_text(broken_script(program, case))
    return renamed(in_order(text, rng), drawn_names(text, rng))


def drawn_names(text: str, rng: Random) -> dict[str, str]:
    """New names for the functions of a script but `main()`."""
    names = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name != "main"]
    taken = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)} | {*names}
    new: dict[str, str] = {}
    for name in names:
        verb, _, rest = name.partition("_")
        choices = [f"{way}_{rest}".strip("_") for way in WAYS.get(verb, (verb,))]
        free = [each for each in choices if each == name or each not in taken | {*new.values()}]
        new[name] = rng.choice(free)
    return new


def renamed(text: str, names: Mapping[str, str]) -> str:
    """The text with functions renamed where they are defined and called."""
    lines = text.splitlines(keepends=True)
    places: list[tuple[int, int, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name in names:
            places.append((node.lineno, node.col_offset + len("def "), node.name))
        elif isinstance(node, ast.Name) and node.id in names:
            places.append((node.lineno, node.col_offset, node.id))
    for line, column, name in sorted(places, reverse=True):
        before = lines[line - 1].encode()
        lines[line - 1] = (before[:column] + names[name].encode() + before[column + len(name.encode()) :]).decode()
    return "".join(lines)


def in_order(text: str, rng: Random) -> str:
    """The text with its functions in another order; `main()` stays the last."""
    lines = text.splitlines()
    nodes = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    begins = {node.name: min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1 for node in nodes}
    first = begins[nodes[0].name]
    parts = {node.name: "\n".join(lines[begins[node.name] : node.end_lineno]) for node in nodes}
    names = [name for name in parts if name != "main"]
    rng.shuffle(names)
    head = "\n".join(lines[:first]).rstrip()
    tail = "\n".join(lines[nodes[-1].end_lineno or 0 :]).strip()
    return "\n\n\n".join([head, *(parts[name] for name in names), parts["main"], tail]) + "\n"


TITLE = N_("A case of your own: a script that fails")
"""The title of the exercise that stands for the drawn cases of a class."""


@cache
def class_exercise() -> Exercise:
    """The exercise that stands for the drawn cases of all students in the reports on a class."""
    from course.contents import case_exercises

    first = case_exercises()[0]
    return replace(first, name=PREFIX, title=TITLE, settings=("tf", "pt"), starter=lambda: "", bring=None)
