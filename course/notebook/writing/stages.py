"""A kernel that writes the cells which another would run, and knows what a reader's kernel then holds."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from course.lesson import Scene, Track
from course.notebook.writing.cells import Cells
from course.script import Cell, Function, Preamble, Script, called, preamble, read
from course.stages import find_probe

REPAIRED, FOUND = "# repaired already", "# as the script was found"


class StageWriter:
    """Writes the stages of a script, each time only what is new, has changed, or must run again.

    Args:
        module: the package in which the track's files lie.
        settled: names that cells before these have defined.
    """

    def __init__(self, cells: Cells, track: Track, module: str) -> None:
        self.cells, self.track, self.module = cells, track, module
        self.steps = track.steps
        self._held: dict[str, str] = {}
        self._shown: set[str] = set()
        self._imported: set[str] = set()
        self._made: list[tuple[str, str]] = []
        self.repaired = 0
        """How many faults of the script are repaired by now."""

    def enter(self, track: Track) -> None:
        """Go on with another script. What is defined stays; what its cells make is still to be made."""
        self.track, self.steps = track, track.steps
        self._made, self.repaired = [], 0

    def imports(self, name: str, part: Preamble) -> None:
        """The imports of a file that are not there yet: first what must stand before them, then a cell of imports alone."""
        statements = self._news(part)
        first = next(
            (place for place, each in enumerate(statements) if not each.startswith(("import ", "from "))), None
        )
        lines = part.source.strip()
        if first is not None:
            # answers share the cells of nothing but imports
            settings = statements[: _last_setting(statements) + 1]
            head, cut, lines = lines.partition(settings[-1])
            self.cells.code(name, head + cut, cell="imports")
            self.cells.code(name, lines.strip(), cell="imports")
        elif statements:
            self.cells.code(name, "\n".join(statements), cell="imports")

    def run(
        self,
        name: str,
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
        for part in script.preambles:
            self.imports(f"{name}-imports", part)
        cells = script.cells[: script.index(scene.until) + 1] if scene.until else script.cells
        self._borrow(name, cells, to_come if scene.alone else ())
        calls = self._settings(scene, any(cell.name == "train" for cell in cells) and not fails, attempt)
        for cell in cells[self._first(script, cells) :]:
            last = fails and not scene.probe and cell is cells[-1]
            if self._held.get(cell.name) != cell.function.source:
                self._calls(name, calls)
                self._write(f"{name}-{cell.name}", cell, last)
            elif last:
                self._calls(name, calls)
                self.cells.code(f"{name}-{cell.name}", cell.call, fails=True, cell=cell.name)
            elif cell.call:
                calls.append(cell.call)
        self._calls(name, calls)
        live = self._live(script)
        done = cells[:-1] if fails and not scene.probe else cells
        self._made = [(cell.function.source, cell.call) for cell in done[:live]]
        if scene.define:
            cell = script.cell(scene.define)
            self.cells.code(f"{name}-{cell.name}", cell.function.source, cell=cell.name)
            self._hold(cell.function)
        if scene.probe:
            self.probe(name, scene.probe, fails)

    def probe(self, name: str, probe: str, fails: bool = False, drawn: Sequence[str] = ()) -> None:
        """Look at the live objects that a probe takes, and draw some columns of what it finds."""
        function = find_probe(self.track, probe)
        given = []
        if "program" in function.parameters:
            given.append(f'program = lesson.program("{self.track.script.stem}", {self.repaired})')
        if "output" in function.parameters and "output" not in read(self.track.script).defaults:
            given.append('output = "processes"')
        call = f"pd.DataFrame({probe}({', '.join(function.parameters)}))"
        if drawn:
            columns = ", ".join(f'"{column}"' for column in drawn)
            call = f"found = {call}\nlesson.draw(found, {columns})\nfound"
        call = "\n".join([*given, call])
        needed = [each for each in called(function) if self._held.get(each.name) != each.source]
        used = {node.id for each in needed for node in ast.walk(ast.parse(each.source)) if isinstance(node, ast.Name)}
        parts = ["\n".join(self._news(preamble(function.path), used)), *(each.source for each in needed), call]
        for each in needed:
            self._hold(each)
        self.cells.code(f"{name}-{probe}", "\n\n\n".join(filter(None, parts)), fails=fails, cell=probe)

    def repair(self, name: str, cell: Cell, later: bool = False) -> None:
        """Run the cell that is right in place of the one that was wrong; `later` leaves its call to a later section."""
        self.repaired += 1
        if later:
            self.cells.code(f"{name}-repair-{cell.name}", cell.function.source, cell=cell.name)
            self._hold(cell.function)
            return
        self._write(f"{name}-repair-{cell.name}", cell)
        script = read(self.track.script)
        place = script.index(cell.name)
        if place < self._live(script):
            self._made[place:] = [(cell.function.source, cell.call)]

    def _first(self, script: Script, cells: Sequence[Cell]) -> int:
        """The place of the first cell that must run."""
        live = min(self._live(script), len(cells))
        for place, cell in enumerate(cells[:live]):
            if self._made[place : place + 1] != [(cell.function.source, cell.call)]:
                return place
        return live

    def _live(self, script: Script) -> int:
        return script.index(self.track.live_from) if self.track.live_from else len(script.cells)

    def _settings(self, scene: Scene, trains: bool, attempt: str) -> list[str]:
        lines = []
        steps = scene.steps or self.track.steps
        if trains and attempt:
            lines.append(f'lesson.attempt("{attempt}")')
        if trains and steps and steps != self.steps:
            lines.append(f"steps = {steps}")
            self.steps = steps
        return lines

    def _borrow(self, name: str, cells: Sequence[Cell], to_come: Collection[str]) -> None:
        """Bring back functions that were shown before, and bring in those whose repair is still to come, unseen."""
        for path, comment in ((self.track.script, REPAIRED), (self.track.broken, FOUND)):
            borrowed = [
                cell.function
                for cell in cells
                if cell.function.path == path
                and self._held.get(cell.name) != cell.function.source
                and (cell.function.source in self._shown or cell.name in to_come)
            ]
            if borrowed:
                listed = ", ".join(sorted(function.name for function in borrowed))
                source = f"{comment}\nfrom {self.module}.{path.stem} import {listed}"
                self.cells.code(f"{name}-borrowed-{path.stem}", source, cell="borrowed")
                self._held |= {function.name: function.source for function in borrowed}

    def _calls(self, name: str, calls: list[str]) -> None:
        if calls:
            self.cells.code(f"{name}-calls", "\n".join(calls), cell="calls")
            calls.clear()

    def _write(self, name: str, cell: Cell, fails: bool = False) -> None:
        source = f"{cell.function.source}\n\n\n{cell.call}".rstrip()
        self.cells.code(name, source, fails=fails, cell=cell.name)
        self._hold(cell.function)

    def _hold(self, function: Function) -> None:
        self._held[function.name] = function.source
        self._shown.add(function.source)

    def _news(self, part: Preamble, used: Collection[str] | None = None) -> list[str]:
        """The statements that bind a name which no import has bound yet; of `used` names only, where they are given."""
        news = []
        for statement in ast.parse(part.source).body:
            text = ast.get_source_segment(part.source, statement) or ""
            if isinstance(statement, ast.Import | ast.ImportFrom):
                module = getattr(statement, "module", "")
                names = {alias.asname or alias.name: f"{module} {alias.name}" for alias in statement.names}
                if used is not None and not used & names.keys():
                    continue
                if {f"{name} {of}" for name, of in names.items()} <= self._imported:
                    continue
                self._imported |= {f"{name} {of}" for name, of in names.items()}
            elif text in self._imported:
                continue
            else:
                self._imported.add(text)
            news.append(text)
        return news


def _last_setting(statements: Sequence[str]) -> int:
    return max(place for place, each in enumerate(statements) if not each.startswith(("import ", "from ")))
