"""The answers in a notebook, read as JSON: no kernel is started, and nothing in it is run or parsed as Python.

The rule by which cells are graded:

1. A code cell belongs to the exercise that its metadata names: `{"course": {"exercise": "label-count", "setting": "pt"}}`;
   without a setting, to the one whose framework the cell imports, else to that of the exercise's other cells, else to
   that of the file's name, else to the one whose framework the notebook imports, else to the exercise's first. A cell
   that is marked for one exercise but defines functions of others alone has been moved, and is taken for unmarked, with
   a note.
2. An unmarked code cell belongs to each exercise that asks for a function which it defines, if other cells are marked
   for that exercise, or if what the unmarked cells define together points to it (`recognize.answered`).
3. Of cells of one exercise that define the same function, the last in the notebook counts, as it would in a kernel that
   runs from top to bottom: a cell is left out if all the functions that are asked for and that it defines are defined
   again further down. A note tells of it. Where cells stand otherwise makes no difference.
4. An answer is what remains, in the notebook's order, and with it the cells of nothing but imports, which every answer
   shares, save those that import another framework alone.
5. A cell that the lesson itself shows answers nothing: its metadata say `{"course": {"cell": NAME}}`.

In each line that begins with a magic of IPython's (`%pip`, `!ls`, `?help`), the magic becomes a comment, so that lines
keep their numbers; a cell of another language (`%%bash`) becomes comments as a whole. A line in a string that looks like
such a magic is taken for one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from course.contents import exercises
from course.exercise import Exercise, Setting
from course.grading.intake.files import Refused
from course.grading.intake.recognize import Answer, answered, asked, defined, frameworks, imported, named
from course.grading.records import Note

MOST_PARTS = 2_000_000
"""How many commas, colons and brackets a notebook may have: what it takes in memory goes by them, not by its bytes."""
_MAGIC = re.compile(r"([ \t]*)((?:%{1,2}[A-Za-z]\w|!(?!=)|\?).*|[\w.]+\?{1,2}[ \t]*\r?)")
_PYTHON = re.compile(r"%%(?:time|timeit|capture|prun)\b")
"""Cell magics that run what follows as Python."""
_IMPORTS = re.compile(r"(?:import|from)\s[\w\s.,*()\\]+")
_T = TypeVar("_T")


@dataclass(frozen=True)
class _Cell:
    """A code cell. `number` counts all cells from 1; `marked` is what its metadata says."""

    number: int
    source: str
    functions: frozenset[str]
    marked: tuple[Exercise, Setting | None] | None


def answers(text: str, name: str = "") -> list[Answer]:
    """What a notebook answers: one answer for each exercise and setting.

    Args:
        name: the file's.

    Raises:
        Refused: it is no notebook, or not one that is read.
    """
    cells, told = _cells(_parsed(text)), named(name)
    whole = "\n".join(cell.source for cell in cells)
    moved: dict[int, Exercise] = {}
    for place, cell in enumerate(cells):
        if cell.marked is not None and not cell.functions & asked(cell.marked[0]) and answered(cell.functions):
            moved[cell.number] = cell.marked[0]
            cells[place] = replace(cell, marked=None)
    loose = answered(frozenset().union(*(cell.functions for cell in cells if cell.marked is None)))
    found: list[Answer] = []
    for exercise in exercises():
        own = [cell for cell in cells if cell.marked is not None and cell.marked[0] is exercise]
        settings = {cell.number: cell.marked[1] for cell in own if cell.marked is not None}
        first = next((setting for setting in settings.values() if setting is not None), None)
        if own or any(each is exercise for each in loose):
            own += [cell for cell in cells if cell.marked is None and cell.functions & asked(exercise)]
        of_name = told.setting if told is not None and told.exercise is exercise else None
        otherwise = of_name or imported(exercise, whole) or exercise.settings[0]
        by_setting: dict[Setting, list[_Cell]] = {}
        for cell in sorted(own, key=lambda cell: cell.number):
            setting = settings.get(cell.number) or imported(exercise, cell.source) or first or otherwise
            by_setting.setdefault(setting, []).append(cell)
        found += [_answer(exercise, setting, together, cells, moved) for setting, together in by_setting.items()]
    return found


def _answer(
    exercise: Exercise, setting: Setting, own: list[_Cell], cells: list[_Cell], moved: dict[int, Exercise]
) -> Answer:
    notes = [] if any(cell.marked for cell in own) else [Note("by-function")]
    for cell in own:
        if cell.number in moved:
            marked = moved[cell.number].name
            notes.append(Note("moved-cell", {"cell": cell.number, "marked": marked, "exercise": exercise.name}))
    last = {function: cell.number for cell in own for function in sorted(cell.functions & asked(exercise))}
    for function, number in last.items():
        count = sum(function in cell.functions for cell in own)
        if count > 1:
            notes.append(Note("last-counts", {"function": function, "count": count, "cell": number}))
    kept = {
        cell.number
        for cell in own
        if not (here := cell.functions & asked(exercise)) or any(last[function] == cell.number for function in here)
    }
    source = "\n\n\n".join(cell.source for cell in cells if cell.number in kept or _imports_for(setting, cell.source))
    return Answer(exercise, setting, source, tuple(notes))


def _parsed(text: str) -> dict[str, Any]:
    if sum(map(text.count, ",:[{")) > MOST_PARTS:
        raise Refused("too-intricate")
    try:
        # a number of a million digits takes long to be made, and none is needed
        notebook = json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 9 else 0)
    except RecursionError:
        raise Refused("too-intricate") from None
    except json.JSONDecodeError as error:
        raise Refused("not-json", line=error.lineno) from None
    return _typed(notebook, dict, "notebook")


def _typed(value: Any, kind: type[_T], where: str) -> _T:
    if not isinstance(value, kind):
        raise Refused("wrong-type", where=where, type=kind.__name__)
    return value


def _cells(notebook: dict[str, Any]) -> list[_Cell]:
    version = _typed(notebook.get("nbformat"), int, "nbformat")
    if version == 4:
        listed = [("cells", "source", notebook)]
    elif version == 3:
        sheets = _typed(notebook.get("worksheets"), list, "worksheets")
        listed = [
            (f"worksheets[{place}].cells", "input", _typed(sheet, dict, f"worksheets[{place}]"))
            for place, sheet in enumerate(sheets)
        ]
    else:
        raise Refused("notebook-version")
    found: list[_Cell] = []
    count = 0
    for where, key, holder in listed:
        for place, cell in enumerate(_typed(holder.get("cells"), list, where)):
            count += 1
            here = f"{where}[{place}]"
            if _typed(_typed(cell, dict, here).get("cell_type"), str, f"{here}.cell_type") == "code":
                source = _plain(_source(cell.get(key), f"{here}.{key}"))
                marked = _mark(cell, here)
                functions = frozenset[str]() if _shown(cell) else defined(source)
                found.append(_Cell(count, source, functions, marked))
    return found


def _source(value: Any, where: str) -> str:
    if isinstance(value, list):
        return "".join(_typed(line, str, f"{where}[{place}]") for place, line in enumerate(value))
    return _typed(value, str, where)


def _mark(cell: dict[str, Any], where: str) -> tuple[Exercise, Setting | None] | None:
    mark = _typed(cell.get("metadata", {}), dict, f"{where}.metadata").get("course")
    if mark is None:
        return None
    name = _typed(mark, dict, f"{where}.metadata.course").get("exercise")
    if name is None:
        return None
    _typed(name, str, f"{where}.metadata.course.exercise")
    asked_for = mark.get("setting")
    if asked_for is not None:
        _typed(asked_for, str, f"{where}.metadata.course.setting")
    exercise = next((exercise for exercise in exercises() if exercise.name == name), None)
    if exercise is None:
        # of another course, or of another version of this one
        return None
    return exercise, next((setting for setting in exercise.settings if setting == asked_for), None)


def _shown(cell: dict[str, Any]) -> bool:
    """Whether a cell is part of a lesson; `_mark` has looked at its metadata."""
    mark = cell.get("metadata", {}).get("course")
    return mark is not None and "exercise" not in mark and isinstance(mark.get("cell"), str)


def _plain(source: str) -> str:
    """The source as Python has it, each line in its place."""
    lines = source.split("\n")
    if source.startswith("%%") and not _PYTHON.match(source):
        return "\n".join(f"# {line}" for line in lines)
    # a block of nothing but a magic is none any more without the `pass`
    return "\n".join(f"{match[1]}pass  # {match[2]}" if (match := _MAGIC.fullmatch(line)) else line for line in lines)


def _imports_for(setting: Setting, source: str) -> bool:
    """Whether a text is nothing but imports, and not those of another framework alone."""
    if (found := frameworks(source)) and setting not in found:
        return False
    imports = open_ = False
    for line in source.splitlines():
        bare = line.partition("#")[0].strip()
        if open_:
            open_ = ")" not in bare
        elif bare and bare != "pass":
            if not _IMPORTS.fullmatch(bare):
                return False
            imports, open_ = True, bare.count("(") > bare.count(")")
    return imports
