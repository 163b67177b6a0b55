"""Traces the functions of TensorFlow that the program calls, once each, to meet the errors that arise only then.

Elsewhere the doctor lets them run eagerly, so that every value can be read. A trace computes nothing: the function is
called with tensors that have no values, and nobody watches meanwhile.
"""

from __future__ import annotations

import linecache
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from types import ModuleType
from typing import Any

import numpy as np

from course.diagnosis.watching.crash import CONVERTED_LINE, frames_of
from course.diagnosis.watching.watch import PACKAGED, Watch

SECONDS = 20.0
"""After so many seconds of tracing, no other function is traced."""
STEPS = (
    "train_function",
    "test_function",
    "predict_function",
    "multi_step_on_iterator",
    "one_step_on_data",
    "one_step_on_data_distributed",
)
"""What Keras calls its own traced functions, in which it calls the reader's model, loss and metrics."""
Key = tuple[int, ...]
"""A function by its identity, with those of the objects that it is called with: for others it is traced anew."""


class Traces:
    """Traces each function once for the objects that it is called with.

    The first time the function runs before its trace, so that what it keeps for later is of use to both. For other objects,
    such as a second model, it is traced first: TensorFlow lets it make no variables then.

    Attributes:
        eagerly: whether the program itself has asked that functions run eagerly: it never meets those errors.
        depth: how many functions are running, one within the other.
    """

    def __init__(self, watch: Watch, libraries: tuple[str, ...]) -> None:
        self.watch = watch
        self.libraries = libraries
        self.eagerly = False
        self.depth = 0
        self.tried: dict[Key, Any] = {}
        self.seconds = 0.0

    def run_eagerly(self, tf: ModuleType) -> None:
        """Let every function run eagerly, without the program's noticing."""
        self.tf = tf
        self.set: Callable[[bool], None] = tf.config.run_functions_eagerly
        self.set(True)
        self.watch.callback(lambda: self.set(False))
        # Keras 2 asks the second of these
        for config in (tf.config, tf.compat.v2.config):
            for name in ("run_functions_eagerly", "experimental_run_functions_eagerly"):
                self.watch.replace(config, name, lambda _: self.ask)
            self.watch.replace(config, "functions_run_eagerly", lambda _: lambda: self.eagerly)
        self.watch.replace(type(tf.function(lambda: None)), "__call__", self.calling)

    def ask(self, run_eagerly: bool) -> None:
        """What the program calls to let functions run eagerly."""
        self.eagerly = bool(run_eagerly)

    def calling(self, call: Any) -> Any:
        @wraps(call)
        def calling(function: Any, *arguments: Any, **options: Any) -> Any:
            # a function may change the dictionaries that it gets
            given = self.tf.nest.map_structure(lambda each: each, (arguments, options))
            key = self.key(function, arguments, options)
            if not self.depth:
                arguments, options = self.converted(function, arguments, options)
            if key is None:
                return self.run(call, function, arguments, options)
            self.tried[key] = given
            again = any(each[0] == key[0] for each in self.tried if each != key)
            error = self.trace(function, *given) if again else None
            result = self.run(call, function, arguments, options)
            error = error if again else self.trace(function, *given)
            if error is not None:
                self.watch.trace_error = error
                raise error
            return result

        return calling

    def run(self, call: Any, function: Any, arguments: Any, options: Any) -> Any:
        self.depth += 1
        try:
            return call(function, *arguments, **options)
        finally:
            self.depth -= 1

    def key(self, function: Any, arguments: Any, options: Any) -> Key | None:
        """By what a call is known that is to be traced; None if it is not."""
        if self.depth or self.eagerly or self.seconds > SECONDS or not self.tf.executing_eagerly():
            return None
        inner = function.python_function
        own = not str(getattr(inner, "__module__", "")).startswith(self.libraries)
        if not own and getattr(inner, "__name__", "") not in STEPS:
            return None
        objects: list[int] = []
        for each in self.tf.nest.flatten((arguments, options)):
            if isinstance(each, Iterator) and not isinstance(each, self.tf.data.Iterator):
                # what was taken from it for the trace would be missing later
                return None
            if own and not self.tf.is_tensor(each) and not isinstance(each, np.ndarray | Iterator | float | int | str):
                objects.append(id(each))
        key = (id(function), *objects)
        return None if key in self.tried else key

    def converted(self, function: Any, arguments: Any, options: Any) -> Any:
        """The arguments as the function gets them in a trace: as tensors, where it has a signature, and arrays everywhere."""
        tf = self.tf

        def as_tensor(value: Any) -> Any:
            return tf.convert_to_tensor(value) if isinstance(value, np.ndarray) else value

        signature = getattr(function, "input_signature", None)
        with suppress(Exception):
            if signature is not None and len(signature) == len(arguments) and not options:
                return tuple(
                    tf.convert_to_tensor(value, spec.dtype) if isinstance(spec, tf.TensorSpec) else value
                    for value, spec in zip(arguments, signature, strict=True)
                ), options
            return tf.nest.map_structure(as_tensor, (arguments, options))
        return arguments, options

    def trace(self, function: Any, arguments: Any, options: Any) -> Exception | None:
        """Trace a function for the kind of arguments that it was called with. What that raises, the program meets too."""
        begun = time.monotonic()
        self.set(False)
        try:
            with self.watch.paused():
                function.get_concrete_function(*arguments, **options)
        except Exception as error:
            return None if own_doing(error) else error
        finally:
            self.set(True)
            took = time.monotonic() - begun
            self.seconds += took
            self.watch.limits.extend(took)
        return None


def own_doing(error: Exception) -> bool:
    """Whether the program itself has raised an error in a trace, perhaps only because the function ran a second time."""
    *_, (frame, line) = frames_of(error)
    code = linecache.getline(frame.f_code.co_filename, line)
    file = frame.f_code.co_filename
    *_, last = [None, *CONVERTED_LINE.finditer(str(error))]
    if last is not None:
        file, code = last[1], last[0].strip().splitlines()[-1]
    raised = code.strip().startswith(("raise", "assert")) and not any(part in file for part in PACKAGED)
    return raised or isinstance(error, StopIteration)
