"""Does something to a module right after it was imported for the first time, whenever the reader's program comes to that."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

Hook = Callable[[ModuleType], None]


class AfterImport(MetaPathFinder):
    """Finds the modules that have hooks as the other finders do, and lets a loader call the hooks when they are there."""

    def __init__(self, hooks: Mapping[str, Sequence[Hook]]) -> None:
        self.hooks = hooks
        self._finding: set[str] = set()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self.hooks or name in self._finding:
            return None
        self._finding.add(name)
        try:
            spec = find_spec(name)
        finally:
            self._finding.discard(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Hooking(spec.loader, self.hooks[name])
        return spec


class _Hooking(Loader):
    def __init__(self, loader: Loader, hooks: Sequence[Hook]) -> None:
        self.loader = loader
        self.hooks = hooks

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        for hook in self.hooks:
            call(hook, module)


def call(hook: Hook, module: ModuleType) -> None:
    """Call a hook. A version of a library that has other parts must not end the reader's program."""
    try:
        hook(module)
    except Exception:
        if os.environ.get("COURSE_DOCTOR_DEBUG"):
            raise


@contextmanager
def after_import(hooks: Mapping[str, Sequence[Hook]]) -> Iterator[None]:
    """Call the hooks of a module when it is imported meanwhile, and at once if it is there already."""
    for name, each in hooks.items():
        if name in sys.modules:
            for hook in each:
                call(hook, sys.modules[name])
    finder = AfterImport(hooks)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
