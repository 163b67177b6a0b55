"""Scripts as cells: read a script without importing it, lay cells over it, compare.

A script is a Python file of imports, functions, and a `main()` that calls the functions in order. Each function, with
the line of `main()` that calls it, is a cell. A cell is compiled from the text of the file, under its real path and
line, so that a traceback points at what the reader sees.

Script and engine meet in a few names. `main()` may take any of ARGUMENTS, whose values come from the engine. Its cell
TRAINING trains; its result SCORES, a mapping from names to numbers, is told at the end; its result STEPS says how many
steps there are to train. A probe may take any result of a cell, and PROGRAM and OUTPUT besides.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from textwrap import dedent, indent
from types import CodeType
from typing import Any

ARGUMENTS = ("checkpoint", "dataset", "metric", "seed", "output", "steps", "callbacks")
"""The parameters that `main()` may have without a default: paths or hub ids of the checkpoint, the data and the metric (str); a seed (int); a
directory for what the script writes (str); training steps at most (int); a list of one callback that is given the loss
of each step, and that a loop of its own calls with it (see course/losses.py)."""
TRAINING = "train"
"""The name of the cell that trains."""
SCORES = "scores"
"""The name that the last cell binds to what was measured: a mapping from names to numbers."""
STEPS = "num_training_steps"
"""The name that a cell may bind to the number of training steps, where the script itself counts them."""
PROGRAM = "program"
"""The parameter by which a probe takes the text of the whole script, to start it in processes of its own."""
OUTPUT = "output"
"""The parameter by which a probe takes a directory to write to, whether or not the script has one."""

Texts = tuple[tuple[str, str], ...]
"""The texts of a script's first cells: of each its function, and the line that calls it."""


class ScriptError(Exception):
    """A file is not a script: one sentence says where and why."""


@dataclass(frozen=True)
class Function:
    """A function's text, and where that text stands (`line` counts from 1)."""

    name: str
    source: str
    path: Path
    line: int
    parameters: tuple[str, ...]

    def compile(self) -> CodeType:
        return compile("\n" * (self.line - 1) + self.source, str(self.path), "exec", dont_inherit=True)


@dataclass(frozen=True)
class Cell:
    """A function, and the statement of `main()` that calls it: its text, its line, the names it binds.

    The statement is empty where no other function than the next cell's calls it.
    """

    function: Function
    call: str
    call_path: Path
    call_line: int
    binds: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.function.name

    def compile_call(self) -> CodeType:
        return compile("\n" * (self.call_line - 1) + self.call, str(self.call_path), "exec", dont_inherit=True)


@dataclass(frozen=True)
class Preamble:
    """The part of a file before its first function: imports and settings."""

    source: str
    path: Path

    def compile(self) -> CodeType:
        return compile(self.source, str(self.path), "exec", dont_inherit=True)


@dataclass(frozen=True)
class Script:
    """A program: preambles, cells in the order in which `main()` calls them, and the defaults of `main()`'s parameters."""

    path: Path
    preambles: tuple[Preamble, ...]
    cells: tuple[Cell, ...]
    signature: str
    defaults: Mapping[str, Any] = field(default_factory=dict)
    required: tuple[str, ...] = ()

    def cell(self, name: str) -> Cell:
        """The cell of that name; KeyError if there is none."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        raise KeyError(name)

    def index(self, name: str) -> int:
        """The place of that cell in the order of `main()`; KeyError if there is none."""
        return self.cells.index(self.cell(name))

    def until(self, name: str) -> tuple[Cell, ...]:
        """The cells up to and including that of the name; all where it is empty. KeyError if there is none."""
        return self.cells[: self.index(name) + 1] if name else self.cells

    def live(self, live_from: str) -> int:
        """The place of the cell `live_from`; behind the last cell where it is empty."""
        return self.index(live_from) if live_from else len(self.cells)

    def texts(self, place: int) -> Texts:
        """The texts of the cells up to and including that place."""
        return tuple((cell.function.source, cell.call) for cell in self.cells[: place + 1])

    def text(self) -> str:
        """The whole program as a reader sees it, which runs as it stands: the preamble, the functions, and `main()`.

        A cell laid over it may need an import that the script itself does not have; it stands below the script's own.
        """
        calls = "\n".join(indent(cell.call, "    ") for cell in self.cells if cell.call)
        functions = [cell.function.source for cell in self.cells]
        own, *laid = self.preambles
        bound: set[str] = set()
        new_statements(own, bound)
        used = {name for source in functions for name in names_in(source)}
        news = [statement for part in laid for statement in new_statements(part, bound, used)]
        imports = "\n".join([re.sub(r"\n{3,}", "\n\n", own.source.strip()), *news])
        return "\n\n\n".join([imports, *functions, f"{self.signature}\n{calls}"]) + "\n"


@cache
def names_in(source: str) -> frozenset[str]:
    """The names that a piece of code uses or binds, those of attributes aside."""
    return frozenset(node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name))


def new_statements(part: Preamble, bound: set[str], used: Collection[str] | None = None) -> list[str]:
    """The statements of a preamble that `bound` does not have yet; they are put into it.

    Args:
        bound: of each name that was imported: the name, its module, and its name there, with spaces between them; of any
            other statement its text.
        used: only imports that bind one of these names count, where they are given.
    """
    news = []
    for statement, text in _with_texts(part.source):
        entries = {text}
        if isinstance(statement, ast.Import | ast.ImportFrom):
            module = (statement.module or "") if isinstance(statement, ast.ImportFrom) else ""
            names = {alias.asname or alias.name: f"{module} {alias.name}" for alias in statement.names}
            if used is not None and not names.keys() & used:
                continue
            entries = {f"{name} {of}" for name, of in names.items()}
        if not entries <= bound:
            bound |= entries
            news.append(text)
    return news


@cache
def _with_texts(source: str) -> list[tuple[ast.stmt, str]]:
    """The top-level statements of a piece of code, each with its text."""
    return [(statement, ast.get_source_segment(source, statement) or "") for statement in ast.parse(source).body]


def shown_name(path: Path) -> str:
    """The name under which a reader sees a file: with its folder, since every script is called `script.py`."""
    return f"{path.parent.name}/{path.name}"


@cache
def _parse(path: Path) -> tuple[str, ast.Module]:
    text = path.read_text(encoding="utf-8")
    try:
        return text, ast.parse(text, str(path))
    except SyntaxError as error:
        raise ScriptError(f"{path.name}, line {error.lineno}: {error.msg}") from error


def _segment(text: str, first: int, last: int) -> str:
    return "\n".join(text.splitlines()[first - 1 : last])


@cache
def functions(path: Path) -> Mapping[str, Function]:
    """The top-level functions of a file by name, in order; none where there is no such file.

    Raises:
        ScriptError: the file is not Python.
    """
    if not path.is_file():
        return {}
    text, tree = _parse(path)
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            source = _segment(text, first, node.end_lineno or node.lineno)
            found[node.name] = Function(node.name, source, path, first, _parameters(node))
    return found


def parameters_in(text: str) -> Mapping[str, tuple[str, ...]]:
    """The names of the parameters of each top-level function of a text. Raises SyntaxError if it is not Python."""
    nodes = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {node.name: _parameters(node) for node in nodes}


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    return tuple(argument.arg for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])


@cache
def borrowed(path: Path) -> Mapping[str, Function]:
    """The functions that a script imports from another script of its chapter: cells that the two have in common."""
    _, tree = _parse(path)
    return {alias.name: functions(other)[alias.name] for node, other in _borrowing(path, tree) for alias in node.names}


def _borrowing(path: Path, tree: ast.Module) -> list[tuple[ast.ImportFrom, Path]]:
    """The imports of a file from other scripts of its chapter, and the paths of those."""
    chapter = path.parent.parent
    found = []
    for node in tree.body:
        module = (node.module or "").split(".") if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom) and module[-1:] == ["script"] and module[-3:-2] == [chapter.name]:
            found.append((node, chapter / module[-2] / "script.py"))
    return found


def _imports(path: Path) -> list[str]:
    """The statements before a file's first function, less its docstring and what borrows."""
    text, tree = _parse(path)
    borrowing = [node for node, _ in _borrowing(path, tree)]
    before = takewhile(lambda node: not isinstance(node, ast.FunctionDef), tree.body)
    nodes = [node for node in before if node not in borrowing and not isinstance(node, ast.Expr)]
    return [ast.get_source_segment(text, node) or "" for node in nodes]


@cache
def preamble(path: Path) -> Preamble:
    """The text before a file's first function, without the module docstring, with every line in its place.

    Imports from another script of the chapter are replaced by what those functions need, after the file's own.
    """
    text, tree = _parse(path)
    lines = text.splitlines()
    last = 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            break
        last = node.end_lineno or node.lineno
    kept = lines[:last]
    if tree.body and ast.get_docstring(tree) is not None:
        for line in range(tree.body[0].lineno - 1, tree.body[0].end_lineno or 1):
            kept[line] = ""
    others = []
    for borrowing, other in _borrowing(path, tree):
        for line in range(borrowing.lineno - 1, borrowing.end_lineno or borrowing.lineno):
            kept[line] = ""
        others += [each for each in _imports(other) if each not in _imports(path)]
    return Preamble("\n".join([*kept, *others]).rstrip(), path)


def _bound(statement: ast.stmt) -> tuple[str, ...]:
    if not isinstance(statement, ast.Assign):
        return ()
    names = [node.id for target in statement.targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return tuple(names)


def _called(statement: ast.stmt) -> str:
    value = statement.value if isinstance(statement, ast.Assign | ast.Expr) else None
    return value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""


def _helpers(function: Function, known: Mapping[str, Function]) -> list[Function]:
    """The script's own functions that a function calls, and those that these call, in the order of the file."""
    reached = [function.name]
    for reading in reached:
        names = names_in(known[reading].source)
        reached += [name for name in known if name in names and name not in ("main", *reached)]
    return [each for name, each in known.items() if name in reached[1:]]


@cache
def read(path: Path) -> Script:
    """Read a script into cells, without importing it.

    Raises:
        ScriptError: it is not Python, has no `main()`, or a statement of `main()` does not call one of its functions.
        OSError: it cannot be read.
    """
    text, tree = _parse(path)
    known = {**borrowed(path), **functions(path)}
    mains = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main"]
    if not mains:
        raise ScriptError(f"{shown_name(path)} has no main()")
    main = mains[0]
    called = [_called(statement) for statement in main.body]
    cells: list[Cell] = []
    for statement, name in zip(main.body, called, strict=True):
        if name not in known or name == "main":
            raise ScriptError(f"{path.name}, line {statement.lineno}: main() may only call the script's own functions")
        for helper in _helpers(known[name], known):
            if helper.name not in (*called, *(cell.name for cell in cells)):
                cells.append(Cell(helper, "", path, helper.line, ()))
        # `main()` is indented; what a kernel runs is not
        call = dedent(_segment(text, statement.lineno, statement.end_lineno or statement.lineno))
        cells.append(Cell(known[name], call, path, statement.lineno, _bound(statement)))
    arguments = main.args
    names = [argument.arg for argument in arguments.args]
    values = [ast.literal_eval(default) for default in arguments.defaults]
    split = len(names) - len(values)
    defaults = dict(zip(names[split:], values, strict=True))
    signature = _segment(text, main.lineno, main.body[0].lineno - 1)
    return Script(path, (preamble(path),), tuple(cells), signature, defaults, tuple(names[:split]))


def lay(script: Script, overlay: Iterable[Function]) -> Script:
    """The script with some of its functions replaced by those of the same name.

    Raises:
        ScriptError: the script has no cell of that name, or the parameters differ.
    """
    cells = {cell.name: cell for cell in script.cells}
    preambles = dict.fromkeys(script.preambles)
    for function in overlay:
        if function.name not in cells:
            raise ScriptError(f"{function.path.name} has {function.name}(), which {script.path.name} does not call")
        cell = cells[function.name]
        if cell.function.parameters != function.parameters:
            raise ScriptError(
                f"{function.path.name}: {function.name}() takes other parameters than in {script.path.name}"
            )
        cells[function.name] = replace(cell, function=function)
        preambles[preamble(function.path)] = None
    return replace(script, cells=tuple(cells.values()), preambles=tuple(preambles))


def first_to_run(script: Script, live_from: str, made: Container[Texts]) -> int:
    """The place of the first cell of a script that must run, where some have run before.

    That is the cell `live_from`, or an earlier one whose text, together with those of all cells before it, is not in
    `made`. With `live_from` empty no cell runs anew as long as the texts stay the same.
    """
    live = script.live(live_from)
    return next((place for place in range(live) if script.texts(place) not in made), live)


def called(function: Function) -> list[Function]:
    """A function and those of the same file that it calls, each before the one that calls it."""
    known = functions(function.path)
    found = [function]
    for each in found:
        names = names_in(each.source)
        found += [other for name, other in known.items() if name in names and other not in found]
    return found[::-1]


def diff(before: Function, after: Function) -> list[str]:
    """The lines of a unified diff without its header: each begins with ' ', '-' or '+'."""
    lines = difflib.unified_diff(before.source.splitlines(), after.source.splitlines(), lineterm="", n=99)
    return list(lines)[3:]


def program_diff(before: Script, after: Script) -> list[str]:
    """The lines that lead from one program to another: what it imports besides, then changes with two lines around each."""
    known, wanted = (_statements(_head(script)) for script in (before, after))
    old, new = (script.text().removeprefix(_head(script)).splitlines() for script in (before, after))
    lines = difflib.unified_diff(old, new, lineterm="", n=2)
    news = [f"+{line}" for statement in wanted if statement not in known for line in statement.splitlines()]
    return [*news, *("⋯" if line.startswith("@@") else line for line in list(lines)[2:])]


def _statements(head: str) -> list[str]:
    """Imports, each in one line, and settings as they are written."""
    nodes = ast.parse(head).body
    imports = (ast.Import, ast.ImportFrom)
    return [
        ast.unparse(each) if isinstance(each, imports) else ast.get_source_segment(head, each) or "" for each in nodes
    ]


def _head(script: Script) -> str:
    return script.text().partition(script.cells[0].function.source)[0]
