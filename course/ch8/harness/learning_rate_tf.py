"""Reads off how far a small model's variables move, step by step, under the optimizer, and asks its schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf

from course.ch8.harness._models import small_tf

SMALL = {
    "n_layers": 1,
    "dim": 8,
    "hidden_dim": 16,
    "max_position_embeddings": 16,
}
ENDS = "kernel", "bias"


def rates(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    variables, optimizer, schedule = make(answer, given, given["long"])
    looked_at = [variables[f"classifier/{end}"] for end in ENDS]
    steps = range(given["long"]["total_steps"])
    # under a gradient that stays the same Adam moves by its rate
    moves = [after_step(optimizer, looked_at, 0.0, 1.0) for _ in steps]
    # an optimizer counts its steps in this type
    told = [float(schedule(tf.constant(step, tf.int64))) for step in steps]
    found = {
        f"model.classifier.{end}": [-each for each in moved]
        for end, moved in zip(ENDS, zip(*moves, strict=False), strict=False)
    }
    return {"rates": {**found, "schedule(step)": told}}


def decay(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    variables, optimizer, _ = make(answer, given, given["settled"])
    values = [*variables.values()]
    after: list[list[list[float]]] = []
    for step in given["decaying"]:
        take_step(optimizer, values, step["values"], step["gradient"])
        flat = [each.numpy().astype(float).ravel() for each in values]
        after.append([[float(each[0]), float(each[1:].mean())] for each in flat])
    return {
        "after": dict(zip(variables, zip(*after, strict=False), strict=False)),
        "rates": settled_rates(answer, given, len(after)),
    }


def update(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    variables, optimizer, _ = make(answer, given, given["settled"])
    values = [*variables.values()]
    for _ in range(given["settled"]["idle"]):
        after_step(optimizer, values, 0.0, 0.0)
    moves = [after_step(optimizer, values, 0.0, gradient) for gradient in given["gradients"]]
    return {
        "moves": dict(zip(variables, zip(*moves, strict=False), strict=False)),
        "rates": settled_rates(answer, given, given["settled"]["idle"] + len(moves)),
    }


def settled_rates(answer: ModuleType, given: Mapping[str, Any], steps: int) -> list[float]:
    """The learning rate in each of the first steps of the long run, by another optimizer that is made for it."""
    variables, optimizer, _ = make(answer, given, given["settled"])
    kernel = variables["classifier/kernel"]
    return [-after_step(optimizer, [kernel], 0.0, 1.0)[0] for _ in range(steps)]


def make(answer: ModuleType, given: Mapping[str, Any], run: Mapping[str, int]) -> tuple[dict[str, Any], Any, Any]:
    """The variables of a model by name, and the pair that the answer makes for it."""
    model = small_tf(20, 3, given["seed"], **SMALL)
    # as they are before the answer has the model in its hands
    variables = dict(zip(names(model.variables), model.variables, strict=False))
    optimizer, schedule = answer.make_scheduled_optimizer(
        model,
        given["learning_rate"],
        run["warmup_steps"],
        run["total_steps"],
        given["weight_decay"],
    )
    return variables, optimizer, schedule


def names(variables: Sequence[Any]) -> list[str]:
    """The names of variables, without the model's at the beginning."""
    return [each.name.partition("/")[2].removesuffix(":0") for each in variables]


def after_step(
    optimizer: Any,
    variables: Sequence[Any],
    value: float,
    gradient: float,
) -> list[float]:
    """The mean of each variable after a step from one value, with one gradient, everywhere."""
    take_step(optimizer, variables, (value, value), gradient)
    return [float(each.numpy().mean(dtype=float)) for each in variables]


def take_step(
    optimizer: Any,
    variables: Sequence[Any],
    values: Sequence[float],
    gradient: float,
) -> None:
    """Take a step with one gradient everywhere, from the first value in each variable's first element, and the second in the others."""
    for variable in variables:
        start = np.full(variable.shape, values[1], np.float32)
        start.flat[0] = values[0]
        variable.assign(start)
    optimizer.apply_gradients([(tf.fill(each.shape, gradient), each) for each in variables])
