"""Traces the functions of TensorFlow that the program calls, once each, to meet the errors that arise only then.

Elsewhere the doctor lets them run eagerly, so that every value can be read. A trace computes nothing: the function is
called with tensors that have no values, and nobody watches meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any

from course.diagnosis.watching.watch import Watch

SECONDS = 20.0
"""After so many seconds of tracing, no other function is traced."""
STEPS = (
    "train_function",
    "test_function",
    "predict_function",
    "multi_step_on_iterator",
    "one_step_on_data_distributed",
)
"""What Keras calls its own traced functions, in which it calls the reader's model, loss and metrics."""


class Traces:
    """Traces each function after its first call.

    Attributes:
        eagerly: whether the program itself has asked that functions run eagerly: it never meets those errors.
    """

    def __init__(self, watch: Watch, libraries: tuple[str, ...]) -> None:
        self.watch = watch
        self.libraries = libraries
        self.eagerly = False
        self.depth = 0
        self.tried: dict[int, Any] = {}
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
            self.depth += 1
            try:
                result = call(function, *arguments, **options)
            finally:
                self.depth -= 1
            if not self.depth and self.wanted(function):
                self.trace(function, arguments, options)
            return result

        return calling

    def wanted(self, function: Any) -> bool:
        """Whether a function is to be traced now."""
        if self.eagerly or id(function) in self.tried or self.seconds > SECONDS or not self.tf.executing_eagerly():
            return False
        inner = function.python_function
        own = not str(getattr(inner, "__module__", "")).startswith(self.libraries)
        return own or getattr(inner, "__name__", "") in STEPS

    def trace(self, function: Any, arguments: Any, options: Any) -> None:
        """Trace a function for the kind of arguments that it was called with. What that raises, the program meets too."""
        # another one that is made later must not be taken for it
        self.tried[id(function)] = function
        begun = time.monotonic()
        self.set(False)
        try:
            with self.watch.paused():
                function.get_concrete_function(*arguments, **options)
        except Exception:
            self.watch.trace_failed = True
            raise
        finally:
            self.set(True)
            took = time.monotonic() - begun
            self.seconds += took
            self.watch.limits.extend(took)
