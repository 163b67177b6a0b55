"""Computes the versions of exercises and of the grader: short digests that change when a grade may change.

A digest is taken of the text of modules, found by following their imports without running any, so that a change of one
exercise leaves the others alone.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

from course.contents import declaring_modules, starter_text, wanted
from course.exercise import Exercise, Setting
from course.frameworks import versions
from course.grading.running.run import harness
from course.paths import ASSETS

PACKAGE = Path(__file__).parent.parent
GRADER = ("course.grading.grader", "course.grading.running.fork_server")
"""The modules where running and judging begin, one of them started by its name; modules that these import count too."""
NEUTRAL = (
    "course.message",
    "course.i18n",
    "course.lesson",
    "course.contents",
    "course.script",
    "course.paths",
    "course.sources",
    "course.frameworks",
    "course.grading.records",
)
"""Modules that cannot change a grade: words, declarations, and the readers of starters and embedded files. The functions
that a starter asks for are part of an exercise's version themselves, the sums of the embedded files of the grader's."""


def exercise_version(exercise: Exercise, setting: Setting) -> str:
    """Return a digest of the exercise's declaration and harness, of the project's modules that they import, and the starter."""
    modules = (*declaring_modules(exercise), harness(exercise, setting))
    return _version(modules, starter_text(exercise, setting), _wanted(exercise, setting))


def _wanted(exercise: Exercise, setting: Setting) -> str:
    return json.dumps(wanted(exercise, setting))


@cache
def _version(modules: tuple[str, ...], starter: str, functions: str) -> str:
    return _digest({**_texts(*modules), "starter": starter, "functions": functions})


@cache
def grader_version() -> str:
    """Return a digest of the modules that run and judge every answer, of the libraries' versions and of the embedded files."""
    sums = (ASSETS / "SHA256SUMS").read_text(encoding="utf-8")
    return _digest({**_texts(*GRADER), "assets": sums, "versions": json.dumps(versions())})


def _digest(parts: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def _texts(*modules: str) -> dict[str, str]:
    """Return the texts of modules, and of those that they import, by name. Line endings make no difference."""
    found: dict[str, str] = {}
    left = list(modules)
    while left:
        name = left.pop()
        if name not in found and name not in NEUTRAL:
            found[name], imported = _read(name)
            left += imported
    return found


@cache
def _read(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a module, and the modules of this project that it imports, inside functions too.

    A package of which only a module is imported is left out: its `__init__` lists its other modules.
    """
    text = _path(name).read_text(encoding="utf-8")
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), name.rpartition(".")[0])
            inner = [f"{module}.{alias.name}" for alias in node.names]
            names += [each if _path(each).is_file() else module for each in inner]
    return text, tuple(each for each in names if each.split(".")[0] == PACKAGE.name)


def _path(name: str) -> Path:
    base = PACKAGE.joinpath(*name.split(".")[1:])
    module = base.with_suffix(".py")
    return module if module.is_file() else base / "__init__.py"
