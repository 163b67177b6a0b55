"""Whether a model that is to say what comes next has seen it: its outputs must not change with a later input.

The first batch goes through the model twice, the second time with other values at the last place at which its rows differ. What
the model says at an earlier place may not depend on them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from course.diagnosis.facts import Future
from course.diagnosis.watching.one_batch import call_keras, on
from course.diagnosis.watching.values import IGNORED, as_array
from course.diagnosis.watching.watch import Watch

SHORTEST = 4
"""The places that a row must have."""
LARGEST = 50_000_000
"""The most numbers of the outputs for two rows."""
CHANGED = 1e-4
"""The difference that counts as one, as a share of the greatest output."""

Run = Callable[[str, np.ndarray], np.ndarray | None]
"""Runs the model on its first batch with other values for one input, and returns its outputs."""


def look_ahead(watch: Watch) -> Future | None:
    """Ask whether the outputs for earlier places depend on the last one; None where the targets are not the next inputs."""
    first = watch.first
    own = [each for each in watch.loss_calls if each.own] or watch.loss_calls
    if first is None or not own:
        return None
    targets = as_array(own[0].targets)
    for name, value in first.inputs.items():
        given = as_array(value)
        axis = None if given is None or targets is None else next_axis(given, targets)
        if given is not None and axis is not None:
            place = last_place(given, axis)
            if place is None:
                return None
            watch.end()
            inputs = first.inputs
            if axis == 1:
                # two rows are enough, and the outputs of a language model are large
                rows = two_rows(given, place)
                inputs = {key: cut(each, rows, len(given)) for key, each in inputs.items()}
                given = given[rows]
            keras = hasattr(first.model, "trainable_variables")
            return compare((_keras if keras else _torch)(first.model, inputs), name, given, axis, place)
    return None


def next_axis(given: np.ndarray, targets: np.ndarray) -> int | None:
    """The axis along which each target is the next value of the input: 0 or 1; None if they are not."""
    if given.ndim < 2 or targets.size != given.size or min(given.shape[:2]) < 2:
        return None
    if given.dtype.kind == "f" and targets.shape != given.shape:
        return None
    targets = targets.reshape(given.shape)
    for axis in (1, 0):
        if given.shape[axis] < SHORTEST:
            continue
        after = np.moveaxis(given, axis, 0)[1:]
        asked = np.moveaxis(targets, axis, 0)[:-1]
        counted = asked != IGNORED
        # a padding may be left out, or another value may stand for it
        if counted.mean() > 0.5 and (asked[counted] == after[counted]).mean() > 0.98 and np.unique(after).size > 2:
            return axis
    return None


def last_place(given: np.ndarray, axis: int) -> int | None:
    """The last place at which the rows differ, which behind it have the same padding; None if that is one of the first."""
    places = np.moveaxis(given, axis, 0)
    return next((at for at in range(len(places) - 1, SHORTEST - 2, -1) if (places[at] != places[at][:1]).any()), None)


def two_rows(given: np.ndarray, place: int) -> list[int]:
    """The first row, and one that differs from it at a place."""
    return [0, next(row for row in range(1, len(given)) if (given[row, place] != given[0, place]).any())]


def cut(value: Any, rows: Sequence[int], batch: int) -> Any:
    """Some rows of an input that has a value for each row of the batch."""
    if not hasattr(value, "dtype") or tuple(value.shape[:1]) != (batch,):
        return value
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return value[list(rows)]
    import tensorflow as tf

    return tf.gather(value, rows)


def compare(run: Run, name: str, given: np.ndarray, axis: int, place: int) -> Future | None:
    """Run the model with the batch as it was, and with other values at one place."""
    other = given.copy()
    last = np.moveaxis(other, axis, 0)[place]
    # those of another row, which the model knows
    last[...] = np.roll(last, 1, axis=0)
    runs = [run(name, each) for each in (given, given, other)]
    before, again, after = (None if each is None else in_places(each, given.shape) for each in runs)
    if before is None or again is None or after is None:
        return None
    least = CHANGED * float(np.abs(before).max())
    if not np.isfinite(after).all() or not np.allclose(before, again, rtol=0, atol=least / 10):
        # a model that says something else each time tells nothing
        return None
    earlier = np.moveaxis(np.abs(after - before), axis, 0)[:place]
    apart = earlier.reshape(len(earlier), -1).max(axis=1) > least
    return Future(len(apart), int(apart.sum()))


def in_places(outputs: np.ndarray, shape: Sequence[int]) -> np.ndarray | None:
    """Outputs with the two axes of the inputs first; None if that cannot be told."""
    rows, places = shape[:2]
    if outputs.shape[:2] == (rows, places):
        return outputs
    if outputs.ndim == 3 and (outputs.shape[0], outputs.shape[2]) == (rows, places):
        return np.swapaxes(outputs, 1, 2)
    return outputs.reshape(rows, places, -1) if outputs.ndim == 2 and len(outputs) == rows * places else None


def _numbers(outputs: Any) -> np.ndarray | None:
    logits = getattr(outputs, "logits", outputs)
    logits = logits[0] if isinstance(logits, tuple | list) else logits
    return as_array(logits) if math.prod(logits.shape) <= LARGEST else None


def _torch(model: Any, inputs: Mapping[str, Any]) -> Run:
    import torch

    def run(name: str, values: np.ndarray) -> np.ndarray | None:
        mode, device = model.training, next(model.parameters()).device
        given = {key: on(device, each) for key, each in inputs.items()}
        given[name] = torch.as_tensor(values, dtype=given[name].dtype, device=device)
        with suppress(Exception), torch.no_grad():
            try:
                model.eval()
                return _numbers(model(**given))
            finally:
                model.train(mode)
        return None

    return run


def _keras(model: Any, inputs: Mapping[str, Any]) -> Run:
    import tensorflow as tf

    def run(name: str, values: np.ndarray) -> np.ndarray | None:
        given = {**inputs, name: tf.constant(values, dtype=inputs[name].dtype)}
        with suppress(Exception):
            return _numbers(call_keras(model, given))
        return None

    return run
