"""Whether a model that is to say what comes next has seen it: its outputs must not change with a later input.

The first batch goes through the model twice, the second time with other values at its last place. What the model says at an
earlier place may not depend on them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from course.diagnosis.facts import Future
from course.diagnosis.watching.one_batch import call_keras, on
from course.diagnosis.watching.values import IGNORED, as_array
from course.diagnosis.watching.watch import Call, Watch

SHORTEST = 4
"""The places that a row must have."""
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
            watch.end()
            run = _keras(first) if hasattr(first.model, "trainable_variables") else _torch(first)
            return compare(run, name, given, axis)
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


def compare(run: Run, name: str, given: np.ndarray, axis: int) -> Future | None:
    """Run the model with the batch as it was, and with another last place."""
    other = given.copy()
    last = np.moveaxis(other, axis, 0)[-1]
    # the last place of one row for another: values that the model knows
    last[...] = np.roll(last, 1, axis=0)
    if (other == given).all():
        return None
    runs = [run(name, each) for each in (given, given, other)]
    before, again, after = (None if each is None else in_places(each, given.shape) for each in runs)
    if before is None or again is None or after is None:
        return None
    least = CHANGED * float(np.abs(before).max())
    if not np.isfinite(after).all() or not np.allclose(before, again, rtol=0, atol=least / 10):
        # a model that says something else each time tells nothing
        return None
    earlier = np.moveaxis(np.abs(after - before), axis, 0)[:-1]
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
    return as_array(logits[0] if isinstance(logits, tuple | list) else logits)


def _torch(first: Call) -> Run:
    import torch

    def run(name: str, values: np.ndarray) -> np.ndarray | None:
        model, mode = first.model, first.model.training
        device = next(model.parameters()).device
        inputs = {key: on(device, each) for key, each in first.inputs.items()}
        inputs[name] = torch.as_tensor(values, dtype=inputs[name].dtype, device=device)
        with suppress(Exception), torch.no_grad():
            try:
                model.eval()
                return _numbers(model(**inputs))
            finally:
                model.train(mode)
        return None

    return run


def _keras(first: Call) -> Run:
    import tensorflow as tf

    def run(name: str, values: np.ndarray) -> np.ndarray | None:
        inputs = {**first.inputs, name: tf.constant(values, dtype=first.inputs[name].dtype)}
        with suppress(Exception):
            return _numbers(call_keras(first.model, inputs))
        return None

    return run
