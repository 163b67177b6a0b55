"""Reads the answers in a notebook as JSON: no kernel is started, and nothing in it is run or parsed as Python.

The rule by which cells are graded:

1. A code cell belongs to the exercise that its metadata names: `{"course": {"exercise": "label-count", "setting": "pt"}}`;
   without a setting, to the one whose framework the cell imports, else to that of the exercise's other cells, else to
   that of the file's name, else to the one whose framework the notebook imports, else to the exercise's first. A cell
   that is marked for one exercise but defines functions of others alone has been moved, and is taken for unmarked, with
   a note.
2. An unmarked code cell belongs to each exercise that asks for a function which it defines, if other cells are marked
   for that exercise, or if what the unmarked cells define together points to it (`recognize.answered`). To a case belong
   the cells alone that are marked for it.
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
from typing import Any, NamedTuple, TypeVar

from course.contents import CASES, all_exercises, exercise_if_known
from course.exercise import Exercise, Setting
from course.frameworks import imported_frameworks
from course.grading.intake.files import Refused
from course.grading.intake.recognize import (
    Answer,
    defined_functions,
    exercises_answered,
    imported_setting,
    match_name,
    required_functions,
)
from course.grading.records import Note

MOST_PARTS = 2_000_000
"""The most commas, colons and brackets of a notebook: its size in memory depends on them, not on its bytes."""
_MAGIC = re.compile(r"([ \t]*)((?:%{1,2}[A-Za-z]\w|!(?!=)|\?).*|[\w.]+\?{1,2}[ \t]*\r?)")
_PYTHON = re.compile(r"%%(?:time|timeit|capture|prun)\b")
"""Cell magics that run what follows as Python."""
_IMPORTS = re.compile(r"(?:import|from)\s[\w\s.,*()\\]+")
_T = TypeVar("_T")


class _Mark(NamedTuple):
    """The exercise that a cell's metadata name, and its setting if they name one."""

    exercise: Exercise
    setting: Setting | None


@dataclass(frozen=True)
class _Cell:
    """A code cell. `number` counts all cells from 1."""

    number: int
    source: str
    functions: frozenset[str]
    mark: _Mark | None


def answers_in_notebook(text: str, name: str = "") -> list[Answer]:
    """Return the answers in a notebook: one for each exercise and setting.

    Args:
        name: the file's.

    Raises:
        Refused: it is no notebook, or not one that is read.
    """
    cells = _cells(_parse(text))
    moved: dict[int, Exercise] = {}
    for place, cell in enumerate(cells):
        if cell.mark is not None and _is_moved(cell, cell.mark.exercise):
            moved[cell.number] = cell.mark.exercise
            cells[place] = replace(cell, mark=None)
    unmarked = [cell for cell in cells if cell.mark is None]
    by_function = exercises_answered(frozenset().union(*(cell.functions for cell in unmarked)))
    found: list[Answer] = []
    for exercise in all_exercises():
        own = [cell for cell in cells if cell.mark is not None and cell.mark.exercise is exercise]
        if exercise.chapter == CASES and not own:
            # `main()` alone does not tell of which case it is
            continue
        default = _default_setting(exercise, own, cells, name)
        if exercise.chapter != CASES and (own or any(each is exercise for each in by_function)):
            own += [cell for cell in unmarked if cell.functions & required_functions(exercise)]
        by_setting: dict[Setting, list[_Cell]] = {}
        for cell in sorted(own, key=lambda cell: cell.number):
            by_setting.setdefault(_setting(exercise, cell, default), []).append(cell)
        found += [_answer(exercise, setting, same, cells, moved) for setting, same in by_setting.items()]
    return found


def _is_moved(cell: _Cell, exercise: Exercise) -> bool:
    """Whether a cell that is marked for the exercise defines functions of others alone."""
    return not cell.functions & required_functions(exercise) and bool(exercises_answered(cell.functions))


def _default_setting(exercise: Exercise, marked: list[_Cell], cells: list[_Cell], name: str) -> Setting:
    """Return the setting of cells that name none and import no framework; `marked` are the exercise's own cells."""
    for cell in marked:
        if cell.mark is not None and cell.mark.setting is not None:
            return cell.mark.setting
    match = match_name(name)
    if match is not None and match.exercise is exercise:
        return match.setting
    whole = "\n".join(cell.source for cell in cells)
    return imported_setting(exercise, whole) or exercise.settings[0]


def _setting(exercise: Exercise, cell: _Cell, default: Setting) -> Setting:
    """Return the setting of a cell: the one that its mark names, else the framework that it imports, else the default."""
    if cell.mark is not None and cell.mark.setting is not None:
        return cell.mark.setting
    return imported_setting(exercise, cell.source) or default


def _answer(
    exercise: Exercise, setting: Setting, own: list[_Cell], cells: list[_Cell], moved: dict[int, Exercise]
) -> Answer:
    notes = [] if any(cell.mark for cell in own) else [Note("by-function")]
    for cell in own:
        if cell.number in moved:
            marked = moved[cell.number].name
            notes.append(Note("moved-cell", {"cell": cell.number, "marked": marked, "exercise": exercise.name}))
    last = {function: cell.number for cell in own for function in sorted(cell.functions & required_functions(exercise))}
    for function, number in last.items():
        count = sum(function in cell.functions for cell in own)
        if count > 1:
            notes.append(Note("last-counts", {"function": function, "count": count, "cell": number}))
    kept = {
        cell.number
        for cell in own
        if not (here := cell.functions & required_functions(exercise))
        or any(last[function] == cell.number for function in here)
    }
    source = "\n\n\n".join(cell.source for cell in cells if cell.number in kept or _imports_for(setting, cell.source))
    return Answer(exercise, setting, source, tuple(notes))


def _parse(text: str) -> dict[str, Any]:
    if sum(map(text.count, ",:[{")) > MOST_PARTS:
        raise Refused("too-intricate")
    try:
        # Python takes long to read a number of a million digits, and none is needed
        notebook = json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 9 else 0)
    except RecursionError:
        raise Refused("too-intricate") from None
    except json.JSONDecodeError as error:
        raise Refused("not-json", line=error.lineno) from None
    return _of_type(notebook, dict, "notebook")


def _of_type(value: Any, kind: type[_T], where: str) -> _T:
    if not isinstance(value, kind):
        raise Refused("wrong-type", where=where, type=kind.__name__)
    return value


def _cells(notebook: dict[str, Any]) -> list[_Cell]:
    version = _of_type(notebook.get("nbformat"), int, "nbformat")
    if version == 4:
        listed = [("cells", "source", notebook)]
    elif version == 3:
        sheets = _of_type(notebook.get("worksheets"), list, "worksheets")
        listed = [
            (f"worksheets[{place}].cells", "input", _of_type(sheet, dict, f"worksheets[{place}]"))
            for place, sheet in enumerate(sheets)
        ]
    else:
        raise Refused("notebook-version")
    found: list[_Cell] = []
    count = 0
    for where, key, holder in listed:
        for place, cell in enumerate(_of_type(holder.get("cells"), list, where)):
            count += 1
            here = f"{where}[{place}]"
            if _of_type(_of_type(cell, dict, here).get("cell_type"), str, f"{here}.cell_type") == "code":
                source = _plain(_source(cell.get(key), f"{here}.{key}"))
                mark = _mark(cell, here)
                functions = frozenset[str]() if _belongs_to_lesson(cell) else defined_functions(source)
                found.append(_Cell(count, source, functions, mark))
    return found


def _source(value: Any, where: str) -> str:
    if isinstance(value, list):
        return "".join(_of_type(line, str, f"{where}[{place}]") for place, line in enumerate(value))
    return _of_type(value, str, where)


def _mark(cell: dict[str, Any], where: str) -> _Mark | None:
    mark = _of_type(cell.get("metadata", {}), dict, f"{where}.metadata").get("course")
    if mark is None:
        return None
    name = _of_type(mark, dict, f"{where}.metadata.course").get("exercise")
    if name is None:
        return None
    _of_type(name, str, f"{where}.metadata.course.exercise")
    asked_for = mark.get("setting")
    if asked_for is not None:
        _of_type(asked_for, str, f"{where}.metadata.course.setting")
    exercise = exercise_if_known(name)
    if exercise is None:
        # the mark is of another course, or of another version of this one
        return None
    return _Mark(exercise, next((setting for setting in exercise.settings if setting == asked_for), None))


def _belongs_to_lesson(cell: dict[str, Any]) -> bool:
    """Whether a cell is part of a lesson. Needs metadata whose types `_mark` has checked."""
    mark = cell.get("metadata", {}).get("course")
    return mark is not None and "exercise" not in mark and isinstance(mark.get("cell"), str)


def _plain(source: str) -> str:
    """Return the source without magics, each line in its place."""
    lines = source.split("\n")
    if source.startswith("%%") and not _PYTHON.match(source):
        return "\n".join(f"# {line}" for line in lines)
    # without the `pass`, a block that contains only a magic would be a syntax error
    return "\n".join(f"{match[1]}pass  # {match[2]}" if (match := _MAGIC.fullmatch(line)) else line for line in lines)


def _imports_for(setting: Setting, source: str) -> bool:
    """Whether a text is nothing but imports, and not those of another framework alone."""
    if (found := imported_frameworks(source)) and setting not in found:
        return False
    imports = open_ = False
    for line in source.splitlines():
        bare = line.partition("#")[0].strip()
        if open_:
            open_ = ")" not in bare
        elif bare and bare != "pass":
            if not _IMPORTS.fullmatch(bare):
                return False
            imports = True
            open_ = bare.count("(") > bare.count(")")
    return imports
