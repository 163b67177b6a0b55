"""Runs scripts cell by cell in one namespace, as a notebook's kernel does."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from course.script import Function, Script, ScriptError, functions, preamble

NOWHERE = "__lesson__"
"""The module that a cell says it is of. `datasets` imports the module of whatever it hashes: with a script's own name it
would run a file of that name in the reader's directory."""


class Kernel:
    """Runs scripts cell by cell in one namespace, as a notebook's kernel does, and keeps what need not be made again.

    Args:
        arguments: values for the parameters of `main()`.
        live_from: the name of the first cell that always runs anew. What the cells before it bound is kept as long as
            their text, and that of their predecessors, stays the same. Empty: no cell runs anew as long as that holds.
    """

    def __init__(self, arguments: Mapping[str, Any], live_from: str) -> None:
        self.arguments = dict(arguments)
        self.live_from = live_from
        self.namespace: dict[str, Any] = {}
        self._raised = False
        self._kept: dict[tuple[str, ...], dict[str, Any]] = {}
        self._done: list[tuple[str, str]] = []

    def run(self, script: Script, until: str = "", on_cell: Callable[[str], None] = lambda name: None) -> None:
        """Run the cells of a script, in order, up to and including `until` (empty: all).

        `on_cell` is told the name of each cell before it runs. What a cell raises is raised.
        """
        with self._tidy():
            (self._anew if self.live_from else self._go_on)(script, until, on_cell)

    @contextmanager
    def _tidy(self) -> Iterator[None]:
        """Before anything runs, free what the frames of the last exception kept alive.

        Else Python does so at a moment of its own choosing. An iterator of tf.data that goes waits for its thread, which
        goes on reading; where it goes while tqdm holds its lock, to make a progress bar, that thread waits for tqdm, and
        both wait forever (seen with tensorflow 2.21, datasets 5.0.1 and tqdm 4.70).
        """
        if self._raised:
            gc.collect()
        self._raised = True
        yield
        self._raised = False

    def _anew(self, script: Script, until: str, on_cell: Callable[[str], None]) -> None:
        """Run all cells, but of those before the live ones only what is not kept."""
        self._begin(script)
        live = script.index(self.live_from)
        texts: tuple[str, ...] = ()
        for place, cell in enumerate(script.cells):
            exec(cell.function.compile(), self.namespace)
            texts += (cell.function.source, cell.call)
            if place < live and texts in self._kept:
                self.namespace.update(self._kept[texts])
            else:
                on_cell(cell.name)
                exec(cell.compile_call(), self.namespace)
                if place < live:
                    self._kept[texts] = {name: self.namespace[name] for name in cell.binds}
            if cell.name == until:
                return

    def _begin(self, script: Script) -> None:
        self.namespace = {"__name__": NOWHERE, **script.defaults, **self.arguments}
        self._import(script)

    def _import(self, script: Script) -> None:
        # what a cell may hand to other processes
        self.namespace["program"] = script.text()
        for part in script.preambles:
            exec(part.compile(), self.namespace)

    def _go_on(self, script: Script, until: str, on_cell: Callable[[str], None]) -> None:
        """Run what has not run yet, from the first cell on that differs from what has."""
        same = 0
        for cell, done in zip(script.cells, self._done, strict=False):
            if (cell.function.source, cell.call) != done:
                break
            same += 1
        if same:
            self._import(script)
            self.namespace |= self.arguments
        else:
            self._begin(script)
        last = script.index(until) if until else len(script.cells) - 1
        if last >= same:
            del self._done[same:]
        for cell in script.cells[same : last + 1]:
            exec(cell.function.compile(), self.namespace)
            on_cell(cell.name)
            exec(cell.compile_call(), self.namespace)
            self._done.append((cell.function.source, cell.call))

    def define(self, function: Function) -> None:
        """Let a function be there, and do not call it."""
        exec(function.compile(), self.namespace)

    def call(self, function: Function) -> Any:
        """Run another function on the live objects that its parameters name, and return what it returns.

        Raises:
            ScriptError: a parameter names nothing that lives here.
        """
        missing = [name for name in function.parameters if name not in self.namespace]
        if missing:
            raise ScriptError(f"{function.path.name}: {function.name}() takes {missing[0]}, which no cell has made yet")
        scope = {"__name__": NOWHERE}
        exec(preamble(function.path).compile(), scope)
        for helper in functions(function.path).values():
            exec(helper.compile(), scope)
        with self._tidy():
            return scope[function.name](**{name: self.namespace[name] for name in function.parameters})  # type: ignore[operator]
