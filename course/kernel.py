"""Runs scripts cell by cell in one namespace, as a notebook's kernel does."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

from course.script import PROGRAM, Function, Script, ScriptError, Texts, first_to_run, functions, preamble

MODULE = "__lesson__"
"""The name of the module in which cells run. `datasets` imports the module of a function that it hashes: with a
script's own name it would run a file of that name in the reader's directory."""


class Kernel:
    """A namespace in which scripts run, each time only what must run.

    Args:
        arguments: values for the parameters of `main()`.
        live_from: the first cell that always runs anew; see `script.first_to_run`.
    """

    def __init__(self, arguments: Mapping[str, Any], live_from: str) -> None:
        self.arguments = dict(arguments)
        self.live_from = live_from
        self.namespace: dict[str, Any] = {}
        self._made: dict[Texts, dict[str, Any]] = {}

    def run(self, script: Script, until: str = "", on_cell: Callable[[str], None] = lambda name: None) -> None:
        """Run the cells of a script, in order, up to and including `until` (empty: all).

        Cells that need not run again give back what they bound. `on_cell` is told the name of each cell that runs. What a
        cell raises is raised.
        """
        first = first_to_run(script, self.live_from, self._made.keys())
        live = script.live(self.live_from)
        self.namespace = {"__name__": MODULE, PROGRAM: script.text(), **script.defaults, **self.arguments}
        try:
            for part in script.preambles:
                exec(part.compile(), self.namespace)
            for place, cell in enumerate(script.until(until)):
                exec(cell.function.compile(), self.namespace)
                if place < first:
                    self.namespace |= self._made[script.texts(place)]
                    continue
                on_cell(cell.name)
                exec(cell.compile_call(), self.namespace)
                if place < live:
                    self._made[script.texts(place)] = {name: self.namespace[name] for name in cell.binds}
        except BaseException as error:
            free_frames(error)
            raise

    def define(self, function: Function) -> None:
        """Define a function, and do not call it."""
        exec(function.compile(), self.namespace)

    def call(self, function: Function) -> Any:
        """Run another function on the live objects that its parameters name, and return what it returns.

        Raises:
            ScriptError: a parameter names nothing that lives here.
        """
        missing = [name for name in function.parameters if name not in self.namespace]
        if missing:
            raise ScriptError(f"{function.path.name}: {function.name}() takes {missing[0]}, which no cell has made yet")
        scope: dict[str, Any] = {"__name__": MODULE}
        try:
            exec(preamble(function.path).compile(), scope)
            for helper in functions(function.path).values():
                exec(helper.compile(), scope)
            return scope[function.name](**{name: self.namespace[name] for name in function.parameters})
        except BaseException as error:
            free_frames(error)
            raise


def free_frames(error: BaseException) -> None:
    """Free what the frames of an exception, and of those that it came from, hold: whoever keeps it keeps no more than its lines.

    Else Python frees that at a moment of its own choosing, in whichever thread that is. An iterator of tf.data that goes waits
    for its thread: where it goes in that very thread, which reads on, or while tqdm holds the lock that this thread wants
    next, it waits forever (seen with tensorflow 2.21, datasets 5.0.1 and tqdm 4.70).
    """
    pending: list[BaseException | None] = [error]
    known: set[int] = set()
    while pending:
        each = pending.pop()
        if each is not None and id(each) not in known:
            known.add(id(each))
            for step, _ in traceback.walk_tb(each.__traceback__):
                _free_with_callers(step)
            pending += [each.__cause__, each.__context__]
    gc.collect()


def _free_with_callers(frame: FrameType | None) -> None:
    """Free what a frame holds, and its callers', which a library may have left out of the traceback, up to the one that runs."""
    while frame is not None:
        caller = frame.f_back
        try:
            frame.clear()
        except RuntimeError:
            # it still runs, and so do its callers
            return
        frame = caller
