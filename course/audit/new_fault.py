"""Write the skeleton of a fault: the cell to spoil, a probe, and the declaration."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template

from course.audit.created import Created, can_be_name
from course.contents import load_chapter
from course.exercise import Setting
from course.i18n import N_
from course.lesson import ScriptPart, Track
from course.message import Choice, WrongUse
from course.paths import CHECKOUT
from course.script import Cell, Function, functions, read

BROKEN = '"""The wrong cells of the script: the same names and parameters as in script.py."""\n'
PROBES = '"""Small cells that look at the live objects of the script."""\n'
PROBE = """def ${probe}(${object}):
    return [{"type": type(${object}).__name__}]
"""
NO_OBJECT = """def ${probe}():
    return [{"is": "not looked at yet"}]
"""
DECLARATION = """${constant} = Fault(
    name="${name}",
    cell="${cell}",
    title=N_("Say in a few words what is wrong"),
    situation=N_("Say what a reader has to know before anything runs."),
    today=Sighting(
        Raises("ValueError", ""),
        Scene(until="${cell}"),
        N_("Say how to read what was seen."),
    ),
    probes=(
        Probe(
            "${probe}",
            N_("Ask what the probe answers."),
        ),
    ),
    hints=(
        N_("Say where to look."),
        N_("Say what to look for there."),
        N_("Say what to do about it."),
    ),
    why=N_("Say why it happens."),
    repaired=N_("Say what is right now, and what comes next."),
)
"""
LESSON = ("Fault", "Probe", "Raises", "Scene", "Sighting")
NEXT = (
    N_("In `{broken}`, spoil `{cell}`: its name and its parameters stay as they are."),
    N_("In `{probes}`, let `{probe}` return what a person would look for."),
    N_("In `{sections}`, declare the symptom and write the words, and put `{constant}` into its place in `SECTIONS`."),
    N_("Run `make format`."),
    N_("Run `python -m course audit --update words`, and translate the new sentences in `locales/`."),
    N_("Run `python -m course audit chapters words` until there are no complaints."),
    N_(
        "Run `pytest tests/chapters/test_stages.py -m {framework} -k {selected}`: the fault must show, and must be gone after its repair."
    ),
)


def create_fault(name: str, settings: tuple[Setting, ...], chapter: str, cell: str) -> Created:
    """Write the skeleton of a fault as the last section of its script. Raises WrongUse."""
    tracks = load_chapter(chapter).tracks
    if len(settings) != 1 or settings[0] not in tracks:
        raise WrongUse(N_("A new fault takes one `--framework`: choose {frameworks}."), frameworks=Choice(tracks))
    track = tracks[settings[0]]
    part, working = _find_cell(track, cell)
    for fault in part.faults:
        if fault.cell == cell:
            raise WrongUse(
                N_("The fault `{name}` is in the cell `{cell}` already: choose another cell."),
                name=fault.name,
                cell=cell,
            )
    if not can_be_name(name):
        raise WrongUse(
            N_("`{name}` cannot name a fault: take lower-case words with hyphens, such as `label-count`."), name=name
        )
    constant = name.replace("-", "_").upper()
    probe = f"look_at_{name.replace('-', '_')}"
    paths = {"broken": part.broken, "probes": part.folder / "probes.py", "sections": part.folder / "sections.py"}
    texts = {
        "broken": _read(part.broken, BROKEN),
        "probes": _read(paths["probes"], PROBES),
        "sections": _read(paths["sections"], ""),
    }
    sections_with_name = [section.name for section in track.readable if section.name == name]
    probes_with_name = [probe for path in part.probes if probe in functions(path)]
    if sections_with_name or probes_with_name or constant in _bound(texts["sections"]):
        raise WrongUse(N_("`{name}` is there already: choose another name."), name=name)
    values = {
        "name": name,
        "cell": cell,
        "constant": constant,
        "probe": probe,
        "framework": part.framework,
        "object": _object(part, working),
    }
    files = {key: str(path.relative_to(CHECKOUT)) for key, path in paths.items()}
    declaration = Template(DECLARATION).substitute(values)
    texts["sections"] = _declare(texts["sections"], constant, declaration, files["sections"])
    texts["probes"] += "\n\n" + Template(PROBE if values["object"] else NO_OBJECT).substitute(values)
    if cell not in functions(part.broken):
        imports = _imports_of(working.function, _bound(texts["broken"]))
        texts["broken"] = f"{_with_imports(texts['broken'], imports)}\n\n{working.function.source}\n"
    for key, path in paths.items():
        path.write_bytes(texts[key].encode())
    # where a script is put together cell by cell, all its sections are one test
    selected = name if part.live_from else f"{chapter}-{part.name}"
    return Created(tuple(paths.values()), NEXT, {**values, **files, "selected": selected})


def _find_cell(track: Track, name: str) -> tuple[ScriptPart, Cell]:
    """The first script of a track that has a cell, and the cell. Raises WrongUse."""
    for part in track.parts:
        for cell in read(part.script).cells:
            if cell.name == name:
                return part, cell
    cells = Choice(dict.fromkeys(cell.name for part in track.parts for cell in read(part.script).cells))
    if not name:
        raise WrongUse(N_("A new fault takes a `--cell`: choose {cells}."), cells=cells)
    raise WrongUse(N_("There is no cell `{name}`: choose {cells}."), name=name, cells=cells)


def _object(part: ScriptPart, cell: Cell) -> str:
    """The name for a probe to take: of what the cell takes, since a cell that raises binds nothing; else of what it binds."""
    script = read(part.script)
    earlier = script.cells[: script.index(cell.name)]
    live = {*script.required, *script.defaults, *(name for each in earlier for name in each.binds)}
    return next((name for name in [*cell.function.parameters, *cell.binds] if name in live or name in cell.binds), "")


def _read(path: Path, otherwise: str) -> str:
    """The text of a file with its line endings, or another text where there is no such file."""
    return path.read_bytes().decode() if path.is_file() else otherwise


def _bound(text: str) -> set[str]:
    """The names that a file binds at its top level."""
    found: set[str] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {_imported(alias) for alias in node.names}
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def _imported(alias: ast.alias) -> str:
    """The name that an import binds."""
    return alias.asname or alias.name.partition(".")[0]


def _imports_of(function: Function, bound: set[str]) -> list[str]:
    """The imports that a function needs in another file, which binds some names already."""
    names = {node.id for node in ast.walk(ast.parse(function.source)) if isinstance(node, ast.Name)} - bound
    found = []
    for node in ast.parse(function.path.read_bytes()).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [alias for alias in node.names if _imported(alias) in names]
            if node.names:
                found.append(ast.unparse(node))
    own = [name for name in functions(function.path) if name in names and name != function.name]
    if own:
        module = ".".join(function.path.relative_to(CHECKOUT).with_suffix("").parts)
        found.append(f"from {module} import {', '.join(own)}")
    return found


def _with_imports(text: str, imports: Sequence[str]) -> str:
    """A file's text with imports behind its own, or behind its docstring where it has none."""
    if not imports:
        return text
    tree = ast.parse(text)
    ends = [node.end_lineno or 0 for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    first = 1 if ast.get_docstring(tree) is not None else 0
    lines = text.split("\n")
    at = max(ends) if ends else sum(node.end_lineno or 0 for node in tree.body[:first])
    return "\n".join([*lines[:at], *([] if ends else [""]), *imports, *lines[at:]])


def _declare(text: str, constant: str, declaration: str, file: str) -> str:
    """The text of a file of sections with one more, before `SECTIONS` and as the last of them.

    Raises:
        WrongUse: the file has no tuple `SECTIONS`.
    """
    found = [
        (node, node.value)
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Tuple)
        and "SECTIONS" in _bound(ast.unparse(node))
    ]
    if not found:
        raise WrongUse(N_("`{file}` has no tuple `SECTIONS`."), file=file)
    assignment, listed = found[0]
    lines = text.split("\n")
    closing = (listed.end_lineno or 1) - 1
    if not listed.elts:
        _insert(lines, closing, (listed.end_col_offset or 1) - 1, f"{constant},")
    else:
        last = listed.elts[-1]
        row = (last.end_lineno or 1) - 1
        if row == closing:
            _insert(lines, row, last.end_col_offset or 0, f", {constant}")
        else:
            lines.insert(closing, f"    {constant},")
            behind = "\n".join([lines[row][last.end_col_offset :], *lines[row + 1 : closing]])
            if "," not in re.sub("#.*", "", behind):
                _insert(lines, row, last.end_col_offset or 0, ",")
    at = assignment.lineno - 1
    while lines[at - 1].startswith("#"):
        at -= 1
    declared = "\n".join([*lines[:at], declaration, *lines[at:]])
    bound = _bound(text)
    lesson = [name for name in LESSON if name not in bound]
    imports = [] if "N_" in bound else ["from course.i18n import N_"]
    imports += [f"from course.lesson import {', '.join(lesson)}"] if lesson else []
    return _with_imports(declared, imports)


def _insert(lines: list[str], row: int, column: int, piece: str) -> None:
    """Insert a piece of text into one of the lines."""
    lines[row] = lines[row][:column] + piece + lines[row][column:]
