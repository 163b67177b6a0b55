"""Watches along which axis the program takes the place of the greatest output."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import wraps
from types import ModuleType
from typing import Any

from course.diagnosis.running.imports import Hook
from course.diagnosis.watching.watch import Chosen, Watch, quietly

CHOSEN = 40
"""How many calls are kept."""


def hooks(watch: Watch) -> Mapping[str, Hook]:
    """What is watched in these libraries once they are imported."""

    def watching(option: str, default: int | None, *owners: str) -> Hook:
        def hook(module: ModuleType) -> None:
            for owner in owners:
                holder = getattr(module, owner) if owner else module
                watch.replace(holder, "argmax", lambda function: choosing(watch, function, option, default))

        return hook

    return {
        "numpy": watching("axis", None, ""),
        # TorchScript knows the function of the module by its identity
        "torch": watching("dim", None, "Tensor"),
        # TensorFlow takes the first axis where none is named
        "tensorflow": watching("axis", 0, "", "math"),
    }


def choosing(watch: Watch, function: Any, option: str, default: int | None) -> Any:
    @wraps(function)
    def choosing(*arguments: Any, **options: Any) -> Any:
        frame = sys._getframe(1)
        if frame.f_globals.get("__name__") == "__main__" and watch.training_seen:
            note(watch, (*arguments,), {**options}, option, default, frame.f_lineno)
        return function(*arguments, **options)

    return choosing


@quietly
def note(
    watch: Watch, given: tuple[Any, ...], named: Mapping[str, Any], option: str, default: int | None, line: int
) -> None:
    """Note the shape of what was given, and the axis."""
    values = given[0] if given else next(iter(named.values()))
    axis = given[1] if len(given) > 1 else named.get(option, named.get("axis", default))
    values = getattr(values, "logits", values)
    shape = tuple(int(each) for each in values.shape)
    if len(watch.chosen) < CHOSEN:
        watch.chosen.append(Chosen(shape, None if axis is None else int(axis), line))
