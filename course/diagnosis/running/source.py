"""Reads the reader's program: a script, or the code cells of a notebook without what only a notebook understands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from course.diagnosis.facts import Place
from course.i18n import N_
from course.message import WrongUse

MAGIC = ("%", "!", "?")
"""What a line of a notebook begins with that is no Python."""
KEPT_MAGIC = ("%%time", "%%timeit", "%%capture")
"""The magics of a cell whose other lines are Python all the same."""


@dataclass(frozen=True)
class Program:
    """The reader's program as one text.

    Attributes:
        path: the file.
        text: its Python, with as many lines as the file; of a notebook, its code cells one after the other.
        cells: of a notebook, the number of the cell and the line in it, for each line of the text.
        left_out: the lines of a notebook that are no Python.
    """

    path: Path
    text: str
    cells: tuple[tuple[int, int], ...] = ()
    left_out: tuple[str, ...] = ()

    def place(self, line: int) -> Place:
        """The place of a line of the text, counted from 1, as the reader knows it."""
        lines = self.text.splitlines()
        code = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        if self.cells and 0 < line <= len(self.cells):
            cell, inner = self.cells[line - 1]
            return Place(f"{self.path.name}[{cell}]", inner, code)
        return Place(self.path.name, line, code)


def read_program(path: Path) -> Program:
    """Read a script or a notebook.

    Raises:
        WrongUse: there is no such file, or it is not of the kind that its name says.
    """
    if path.suffix not in (".py", ".ipynb"):
        raise WrongUse(N_("`{path}` is neither a script nor a notebook: name a `.py` or an `.ipynb` file."), path=path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongUse(N_("`{path}` cannot be read: {reason}"), path=path, reason=error.strerror) from None
    except UnicodeDecodeError:
        raise WrongUse(N_("`{path}` is not a text file in UTF-8."), path=path) from None
    return Program(path, text) if path.suffix == ".py" else _notebook(path, text)


def _notebook(path: Path, text: str) -> Program:
    try:
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        sources = [cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"]) for cell in cells]
    except (ValueError, KeyError, TypeError):
        raise WrongUse(N_("`{path}` is not a notebook."), path=path) from None
    lines: list[str] = []
    places: list[tuple[int, int]] = []
    left_out: list[str] = []
    for number, source in enumerate(sources, 1):
        inner = source.splitlines()
        whole = bool(inner) and inner[0].startswith("%%") and not inner[0].startswith(KEPT_MAGIC)
        for at, line in enumerate(inner, 1):
            if whole or line.lstrip().startswith(MAGIC) or line.rstrip().endswith("?"):
                left_out.append(line)
                # an empty block would be an error
                line = line[: len(line) - len(line.lstrip())] + "pass"
            lines.append(line)
            places.append((number, at))
    return Program(path, "\n".join(lines) + "\n", tuple(places), tuple(left_out))
