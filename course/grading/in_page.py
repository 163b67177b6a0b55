"""Checks an answer in a web page, where Python itself runs in the browser (Pyodide): in this very process, without NumPy.

The draw, the judge and the words are those of the command line. What is missing are limits: the page ends the whole
interpreter where an answer does not come back, and asks a new one for the words that are said of that.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from course.exercise import Exercise, Failure, Verdict
from course.grading.check import Checked, check
from course.grading.feedback import SCORE, fitting_hint, printable, sentence
from course.grading.judge import verdicts
from course.grading.running.run import Outcome
from course.grading.running.this_process import ThisProcess
from course.i18n import N_, format_number, translate

FILE = "answer.py"
"""The name of the answer in tracebacks."""
MISSING = N_(
    "In this page there is nothing but Python and its standard library, and your answer imports {names}. Leave it out here, or check the answer on your machine."
)


def declared(module: str) -> Exercise:
    """The exercise that a module declares, with the harness for a page."""
    exercise: Exercise = import_module(module).EXERCISE
    return replace(exercise, chapter=module.split(".")[1], harness=exercise.in_page, file=exercise.file_name("plain"))


def judged(module: str, source: str, language: str, seed: int | None = None) -> dict[str, Any]:
    """Check an answer to the exercise of a module, and return what the page shows; see `report`.

    Args:
        seed: of the draw; by default a new one.
    """
    checked = check(declared(module), source, FILE, ThisProcess(), seed)
    missing = _missing(source) if any(_was_missing(verdict) for verdict in checked.verdicts) else []
    if missing:
        says = translate(MISSING, language).format(names=", ".join(f"`{name}`" for name in missing))
        return {"output": "", "checks": [], "says": says, "hint": 0, "passed": False}
    return report(checked, language)


def ended(module: str, reason: str, language: str) -> dict[str, Any]:
    """Return what the page shows of an answer that the page ended after its seconds (`time-limit`), or that ended by itself
    (`crashed`)."""
    exercise = declared(module)
    outcome = Outcome(failure=Failure(reason, {"seconds": exercise.seconds}))
    found = verdicts(exercise, exercise.draw(Random()), outcome)
    return report(Checked(exercise, "plain", 0, found, outcome), language)


def _was_missing(verdict: Verdict) -> bool:
    return verdict.mistake == "raised" and verdict.data.get("error") in ("ImportError", "ModuleNotFoundError")


def _missing(source: str) -> list[str]:
    """The packages that an answer imports and that are not there. It was run, so it can be read."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return sorted(name for name in names if find_spec(name) is None)


def report(checked: Checked, language: str) -> dict[str, Any]:
    """Return plain values for the page.

    Returns:
        `output`: what the answer printed. `checks`: for each check its `state`, `title`, points as `earned`, the sentence
        that it `says`, its `mistake`, and `lines`, the lines of the answer that led to an error. `says`: the sum of the points, or why
        nothing was checked. `hint`: the number of the hint that fits, or 0. `passed`: whether all is right.
    """
    exercise = checked.exercise
    return {
        "output": printable(checked.ran.output),
        "checks": [_shown(exercise, verdict, language) for verdict in checked.verdicts],
        "says": translate(SCORE, language).format(
            points=format_number(checked.points, language, 0), most=format_number(exercise.points, language, 0)
        ),
        "hint": fitting_hint(exercise, checked.verdicts),
        "passed": checked.passed,
    }


def _shown(exercise: Exercise, verdict: Verdict, language: str) -> dict[str, Any]:
    found = next(each for each in exercise.checks if each.name == verdict.check)
    return {
        "name": verdict.check,
        "state": verdict.state,
        "title": translate(found.title, language),
        "earned": f"{verdict.points}/{found.points}",
        "mistake": verdict.mistake,
        "says": sentence(exercise, verdict, language),
        "lines": [[line, function, printable(text)] for line, function, text in verdict.frames],
    }
