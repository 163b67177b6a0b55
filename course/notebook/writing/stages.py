"""Write the stages of a script as cells, and keep account of the state of the reader's kernel."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from course.lesson import Scene, ScriptPart
from course.notebook.writing.cells import Cells
from course.script import (
    OUTPUT,
    PROGRAM,
    TRAINING,
    Cell,
    Function,
    Preamble,
    Script,
    Texts,
    called,
    first_to_run,
    names_in,
    new_statements,
    preamble,
    read,
)
from course.stages import find_probe

REPAIRED, FOUND = "# repaired already", "# as the script was found"


class StageWriter:
    """Writes the stages of a script, each time only what is new, has changed, or must run again.

    Args:
        module: the chapter's package.
    """

    def __init__(self, cells: Cells, part: ScriptPart, module: str) -> None:
        self.cells = cells
        self.part = part
        self.module = module
        self.steps = part.steps
        self._defined: dict[str, str] = {}
        self._shown: set[str] = set()
        self._imported: set[str] = set()
        self._taken: list[str] = []
        """The imports that a cell was to do without, and that the next one brings back."""
        self._made: Texts = ()
        self.repaired = 0
        """The number of faults of the script that are repaired so far."""

    def enter(self, part: ScriptPart) -> None:
        """Go on with another script. What is defined stays; what its cells make is still to be made."""
        if part is not self.part:
            self.part = part
            self.steps = part.steps
            self._made = ()
            self.repaired = 0

    def imports(self, name: str, part: Preamble) -> None:
        """The imports of a file that are not there yet: first what must stand before them, then a cell of imports alone."""
        statements = new_statements(part, self._imported)
        first = next(
            (place for place, each in enumerate(statements) if not each.startswith(("import ", "from "))), None
        )
        lines = part.source.strip()
        if first is not None:
            # answers share the cells of nothing but imports
            settings = statements[: _last_setting(statements) + 1]
            head, cut, lines = lines.partition(settings[-1])
            self.cells.code(name, head + cut, cell="imports")
            if lines.strip():
                self.cells.code(name, lines.strip(), cell="imports")
        elif statements:
            self.cells.code(name, "\n".join(statements), cell="imports")

    def run(
        self,
        name: str,
        part: ScriptPart,
        script: Script,
        scene: Scene,
        fails: bool = False,
        to_come: Collection[str] = (),
        attempt: str = "",
    ) -> None:
        """Run a script as far as a scene says, and its probe.

        Args:
            fails: whether the last cell is meant to raise an error.
            to_come: cells whose repair no reader has seen yet.
            attempt: what a training run is called.
        """
        self.enter(part)
        for preamble_ in script.preambles:
            self.imports(f"{name}-imports", preamble_)
        cells = script.until(scene.until)
        self._borrow(name, cells, to_come if scene.alone else ())
        calls = self._settings(scene, any(cell.name == TRAINING for cell in cells) and not fails, attempt)
        made = {self._made[:count] for count in range(1, len(self._made) + 1)}
        for cell in cells[first_to_run(script, part.live_from, made) :]:
            last = fails and not scene.probe and cell is cells[-1]
            if self._defined.get(cell.name) != cell.function.source:
                self._calls(name, calls)
                self._write(f"{name}-{cell.name}", cell, last)
            elif last:
                self._calls(name, calls)
                self.cells.code(f"{name}-{cell.name}", cell.call, fails=True, cell=cell.name)
            elif cell.call:
                calls.append(cell.call)
        self._calls(name, calls)
        done = len(cells) - 1 if fails and not scene.probe else len(cells)
        self._made = script.texts(min(done, script.live(part.live_from)) - 1)
        if scene.define:
            cell = script.cell(scene.define)
            self.cells.code(f"{name}-{cell.name}", cell.function.source, cell=cell.name)
            self._hold(cell.function)
        if scene.probe:
            self.probe(name, part, scene.probe, fails)

    def probe(self, name: str, part: ScriptPart, probe: str, fails: bool = False, drawn: Sequence[str] = ()) -> None:
        """Look at the live objects that a probe takes, and draw some columns of what it finds."""
        self.call(name, find_probe(part, probe), fails, drawn)

    def call(
        self, name: str, function: Function, fails: bool = False, drawn: Sequence[str] = (), unbound: str = ""
    ) -> None:
        """Call a function that is no cell on the live objects that it takes, and show the table that it returns.

        Args:
            unbound: a name that the function must not find, because the script that it comes from does not import it.
        """
        given = [*self._taken]
        self._taken.clear()
        for entry in self._imported:
            if unbound and entry.split()[0] == unbound:
                given.append(f"del {unbound}")
                self._taken.append(_import_of(entry))
        if PROGRAM in function.parameters:
            given.append(f'{PROGRAM} = lesson.program("{self.part.name}", {self.repaired})')
        if OUTPUT in function.parameters and OUTPUT not in read(self.part.script).defaults:
            given.append(f'{OUTPUT} = "{OUTPUT}"')
        call = f"pd.DataFrame({function.name}({', '.join(function.parameters)}))"
        if drawn:
            columns = ", ".join(f'"{column}"' for column in drawn)
            call = f"found = {call}\nlesson.draw(found, {columns})\nfound"
        call = "\n".join([*given, call])
        needed = [each for each in called(function) if self._defined.get(each.name) != each.source]
        used = {name for each in needed for name in names_in(each.source)}
        news = new_statements(preamble(function.path), self._imported, used)
        parts = ["\n".join(news), *(each.source for each in needed), call]
        for each in needed:
            self._hold(each)
        self.cells.code(f"{name}-look", "\n\n\n".join(filter(None, parts)), fails=fails, cell=function.name)

    def repair(self, name: str, cell: Cell, later: bool = False) -> None:
        """Run the cell that is right in place of the one that was wrong; `later` leaves its call to a later section."""
        self.repaired += 1
        if later:
            self.cells.code(f"{name}-repair-{cell.name}", cell.function.source, cell=cell.name)
            self._hold(cell.function)
            return
        self._write(f"{name}-repair-{cell.name}", cell)
        script = read(self.part.script)
        place = script.index(cell.name)
        if place < script.live(self.part.live_from):
            self._made = (*self._made[:place], (cell.function.source, cell.call))

    def _settings(self, scene: Scene, trains: bool, attempt: str) -> list[str]:
        lines = []
        steps = scene.steps or self.part.steps
        if trains and attempt:
            lines.append(f'lesson.attempt("{attempt}")')
        if trains and steps and steps != self.steps:
            lines.append(f"steps = {steps}")
            self.steps = steps
        return lines

    def _borrow(self, name: str, cells: Sequence[Cell], to_come: Collection[str]) -> None:
        """Bring back functions that were shown before, and bring in those whose repair is still to come, unseen."""
        for path, comment in ((self.part.script, REPAIRED), (self.part.broken, FOUND)):
            borrowed = [
                cell.function
                for cell in cells
                if cell.function.path == path
                and self._defined.get(cell.name) != cell.function.source
                and (cell.function.source in self._shown or cell.name in to_come)
            ]
            if borrowed:
                listed = ", ".join(sorted(function.name for function in borrowed))
                source = f"{comment}\nfrom {self.module}.{path.parent.name}.{path.stem} import {listed}"
                self.cells.code(f"{name}-borrowed-{path.stem}", source, cell="borrowed")
                self._defined |= {function.name: function.source for function in borrowed}

    def _calls(self, name: str, calls: list[str]) -> None:
        if calls:
            self.cells.code(f"{name}-calls", "\n".join(calls), cell="calls")
            calls.clear()

    def _write(self, name: str, cell: Cell, fails: bool = False) -> None:
        source = f"{cell.function.source}\n\n\n{cell.call}".rstrip()
        self.cells.code(name, source, fails=fails, cell=cell.name)
        self._hold(cell.function)

    def _hold(self, function: Function) -> None:
        self._defined[function.name] = function.source
        self._shown.add(function.source)


def _last_setting(statements: Sequence[str]) -> int:
    return max(place for place, each in enumerate(statements) if not each.startswith(("import ", "from ")))


def _import_of(entry: str) -> str:
    """The statement of an entry in the account of imports: the name that it binds, the module, and the name there."""
    name, *module, of = entry.split()
    alias = of if of == name else f"{of} as {name}"
    return f"from {module[0]} import {alias}" if module else f"import {alias}"
