"""Write the skeleton of an exercise: its declaration, starters, solutions, harnesses, and a wrong answer."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from pathlib import Path
from string import Template

from course.audit.created import Created, can_be_name
from course.audit.exercises import HEADER, LEAST
from course.contents import exercises
from course.exercise import Setting
from course.i18n import N_
from course.message import WrongUse
from course.paths import CHECKOUT

FUNCTION = "def ${function}(value):\n"
STARTER = f'''{FUNCTION}    """Say in one line what the function does.

    Args:
        value: what it takes, with its shape and type.

    Returns:
        What it returns, with its shape and type.
    """
    raise NotImplementedError
'''
SOLUTION = f"{FUNCTION}    return value\n"
WRONG = f"{HEADER}other-value\n{FUNCTION}    return value + 1\n"
HARNESS = '''"""Calls `${function}`."""

from types import ModuleType
from typing import Any


def value(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {"value": answer.${function}(given["value"])}
'''
DECLARATION = '''"""`${name}`: say in one line what is practised."""

from random import Random

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake
from course.i18n import N_

OTHER_VALUE = Mistake(
    "other-value",
    N_(
        "`${function}` returns {actual} where {expected} is right. Say here which mistake leads to that, why it matters, and where to look."
    ),
    hint=3,
    veiled=N_(
        "`${function}` returns {actual}, which is not right. Say here the same for a class's reports, without what only the check knows."
    ),
)


def draw(rng: Random) -> Draw:
    """Say what is drawn, and how the draw keeps wrong answers from passing by chance."""
    value = rng.randrange(100)
    return Draw({"value": value}, {"expected": value})


def judge_value(draw: Draw, handed: Handed) -> Found | None:
    """Say what must hold."""
    actual = handed.integer("value", of="${function}")
    expected = draw.kept["expected"]
    if actual != expected:
        return OTHER_VALUE.found(actual=actual, expected=expected)
    return None


EXERCISE = Exercise(
    name="${name}",
    title=N_("Say in a few words what is practised"),
    settings=(${settings},),
    task=(N_("Say what `${function}` is to do, and why."),),
    hints=(
        N_("Say where to look."),
        N_("Say what to look for there."),
        N_("Say what to do about it."),
    ),
    solved=N_("Say what has been reached."),
    draw=draw,
    checks=(
        Check(
            "value",
            N_("Say what is right when this check passes"),
            points=1,
            judge=judge_value,
            mistakes=(OTHER_VALUE,),
        ),
    ),
)
'''
NEXT = (
    N_("In the starter, write the functions that you ask for, and in the solution their answers."),
    N_(
        "In `{declaration}`, declare what is drawn, what is checked, and the message of each mistake; in `harness/`, write a function for each check."
    ),
    N_(
        "Keep at least {right} right answers and {wrong} wrong ones: in its first line each wrong one names its mistakes, as in `# mistake: other-value`."
    ),
    N_("Run `python -m course audit --update words`, and translate the new sentences in `locales/`."),
    N_("Run `python -m course audit words exercises {name}` until there are no complaints."),
)


def create_exercise(name: str, settings: tuple[Setting, ...], chapter: str, cell: str) -> Created:
    """Write the skeleton of an exercise that can be audited, and list it in its chapter. Raises WrongUse."""
    if cell:
        raise WrongUse(N_("Only a new fault takes `--cell`."))
    function = name.replace("-", "_")
    if not can_be_name(name) or keyword.iskeyword(function):
        raise WrongUse(
            N_("`{name}` cannot name an exercise: take lower-case words with hyphens, such as `label-count`."),
            name=name,
        )
    files = _exercise_files(function, settings, chapter)
    taken = [str(path.relative_to(CHECKOUT)) for path in files if path.exists()]
    if taken or any(name == each.name for each in exercises()):
        raise WrongUse(N_("`{name}` is there already: choose another name."), name=taken[0] if taken else name)
    values = {"name": name, "function": function, "settings": ", ".join(f'"{setting}"' for setting in settings)}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(values), encoding="utf-8")
    for path in files:
        if path.parent.name == "wrong":
            path.parent.with_name("right").mkdir(exist_ok=True)
    _list(name, chapter)
    declaration = f"course/{chapter}/exercises/{function}.py"
    return Created(tuple(files), NEXT, {"name": name, "declaration": declaration, **LEAST})


def _exercise_files(function: str, settings: Sequence[Setting], chapter: str) -> dict[Path, str]:
    """The templates of an exercise's files, by path."""
    files = {CHECKOUT / "course" / chapter / "exercises" / f"{function}.py": DECLARATION}
    for setting in settings:
        stem = function if setting == "plain" else f"{function}_{setting}"
        files |= {
            CHECKOUT / "exercises" / chapter / f"{stem}.py": STARTER,
            CHECKOUT / "solutions" / chapter / f"{stem}.py": SOLUTION,
            CHECKOUT / "course" / chapter / "harness" / f"{stem}.py": HARNESS,
            CHECKOUT / "tests" / "submissions" / chapter / stem / "wrong" / "other_value.py": WRONG,
        }
    return files


def _list(name: str, chapter: str) -> None:
    """Add an exercise to those that its chapter's package lists, as the last one."""
    path = CHECKOUT / "course" / chapter / "exercises" / "__init__.py"
    text = path.read_text(encoding="utf-8").rstrip()
    path.write_text(f'{text.removesuffix(")")}    "{name}",\n)\n', encoding="utf-8")
