"""Watches how the program makes answers of outputs: along which axis it takes the place of the greatest one, and with which number it compares them; and which axes it exchanges without moving the numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import ModuleType
from typing import Any

from course.diagnosis.running.imports import Hook
from course.diagnosis.watching.values import IGNORED
from course.diagnosis.watching.watch import Chosen, Compared, Reshaped, Watch, quietly

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

    def in_torch(module: ModuleType) -> None:
        def known(name: str, make: Callable[[Any], Any]) -> Callable[[Any], Any]:
            """Make what TorchScript, which knows functions by their identity, takes for the function it was made of."""

            def making(function: Any) -> Any:
                made = make(function)
                module.jit._builtins._register_builtin(made, f"aten::{name}")
                return made

            return making

        for owner in (module.Tensor, module):
            watch.replace(owner, "argmax", known("argmax", lambda function: choosing(watch, function, "dim", None)))
            watch.replace(owner, "max", known("max", lambda function: maximizing(watch, function)))
        for name in ("__gt__", "__ge__", "gt", "ge"):
            watch.replace(module.Tensor, name, lambda function: comparing(watch, function))
        for name in ("__lt__", "__le__", "lt", "le"):
            watch.replace(module.Tensor, name, lambda function: comparing(watch, function, below=True))
        for name in ("__eq__", "eq"):
            watch.replace(module.Tensor, name, lambda function: equalling(watch, function))
        for name in ("view", "reshape"):
            watch.replace(module.Tensor, name, lambda function: reshaping(watch, function))

    def in_tensorflow(module: ModuleType) -> None:
        # TensorFlow takes the first axis where none is named
        watching("axis", 0, "", "math")(module)
        watch.replace(module, "reshape", lambda function: reshaping(watch, function))

    return {
        "numpy": watching("axis", None, ""),
        "torch": in_torch,
        "tensorflow": in_tensorflow,
    }


def comparing(watch: Watch, function: Any, below: bool = False) -> Any:
    @wraps(function)
    def comparing(*arguments: Any, **options: Any) -> Any:
        frame = sys._getframe(1)
        if frame.f_globals.get("__name__") == "__main__" and watch.outputs is not None:
            note_comparison(watch, arguments, frame.f_lineno, below)
        return function(*arguments, **options)

    return comparing


def equalling(watch: Watch, function: Any) -> Any:
    @wraps(function)
    def equalling(*arguments: Any, **options: Any) -> Any:
        frame = sys._getframe(1)
        if frame.f_globals.get("__name__") == "__main__" and watch.training_seen:
            note_equality(watch, arguments, frame.f_lineno)
        return function(*arguments, **options)

    return equalling


@quietly
def note_equality(watch: Watch, given: tuple[Any, ...], line: int) -> None:
    """Note whether one of two tensors that are asked whether they are equal has held the mark of labels that a loss leaves out."""
    tensors = [each for each in given if getattr(each, "ndim", 0)]
    if len(tensors) == 2 and not watch.equal.get(line) and watch.equalled < CHOSEN:
        watch.equalled += 1
        watch.equal[line] = any(bool((each.detach() == IGNORED).any()) for each in tensors)


@quietly
def note_comparison(watch: Watch, given: tuple[Any, ...], line: int, below: bool) -> None:
    """Note a comparison with a number, if it is the model's outputs themselves that are compared; what is below one only on the other side of 0."""
    values, number = given
    if below and not number < 0:
        return
    same = values.untyped_storage().data_ptr() == watch.outputs.untyped_storage().data_ptr()
    if same and isinstance(number, float) and values.numel() and len(watch.compared) < CHOSEN:
        watch.compared.append(Compared(float(values.min()), float(values.max()), number, line))


def reshaping(watch: Watch, function: Any) -> Any:
    @wraps(function)
    def reshaping(*arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        frame = sys._getframe(1)
        if frame.f_globals.get("__name__") == "__main__" and watch.reshaped is None:
            before, *asked = arguments or [options.get("tensor")]
            note_shape(watch, before, result, frame.f_lineno, asked)
        return result

    return reshaping


@quietly
def note_shape(watch: Watch, before: Any, after: Any, line: int, asked: Sequence[Any] = ()) -> None:
    """Note a tensor that has got the lengths of its axes in another order; an axis of the length 1 may stand anywhere.

    Where the rows of a matrix are cut into pieces of a length, however many there are, as by `view(-1, 16)`, no axes were meant.

    Also one whose first axis was to be laid beside its last, as the two directions of a recurrent layer: `(2, 16, 8)` made `(16, 16)`.
    """
    old, new = (tuple(int(each) for each in value.shape) for value in (before, after))
    long = [[each for each in shape if each > 1] for shape in (old, new)]
    beside = len(long[0]) == 3 and old[0] != old[1] and list(new) == [long[0][1], long[0][0] * long[0][2]]
    lengths = asked[0] if asked and isinstance(asked[0], tuple | list) else asked
    pieces = len(new) == 2 and [each for each in lengths if isinstance(each, int)][:1] == [-1]
    if beside or (not pieces and long[0] != long[1] and sorted(long[0]) == sorted(long[1])):
        watch.reshaped = Reshaped(old, new, line)


def choosing(watch: Watch, function: Any, option: str, default: int | None) -> Any:
    @wraps(function)
    def choosing(*arguments: Any, **options: Any) -> Any:
        frame = sys._getframe(1)
        if frame.f_globals.get("__name__") == "__main__" and watch.training_seen:
            note(watch, (*arguments,), {**options}, option, default, frame.f_lineno)
        return function(*arguments, **options)

    return choosing


def maximizing(watch: Watch, function: Any) -> Any:
    """As `choosing`, for a function that returns the greatest values and their places, if it is given an axis and outputs of a model."""

    @wraps(function)
    def maximizing(*arguments: Any, **options: Any) -> Any:
        frame = sys._getframe(1)
        if frame.f_globals.get("__name__") == "__main__" and watch.training_seen:
            note_greatest(watch, (*arguments,), {**options}, frame.f_lineno)
        return function(*arguments, **options)

    return maximizing


@quietly
def note_greatest(watch: Watch, given: tuple[Any, ...], named: Mapping[str, Any], line: int) -> None:
    """Note the place of the greatest of outputs. Other tensors, as the states of a recurrent layer, have good reasons for another axis."""
    values = given[0] if given else named["input"]
    axis = given[1] if len(given) > 1 else named.get("dim")
    if isinstance(axis, int) and values.shape == watch.outputs.shape:
        note(watch, (values, axis), {}, "dim", None, line)


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
