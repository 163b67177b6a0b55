"""Reads off how far a small model's parameters move, step by step, under the optimizer and its scheduler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import torch

from course.ch8.harness._models import small_pt

SMALL = {
    "n_layers": 1,
    "dim": 8,
    "hidden_dim": 16,
    "max_position_embeddings": 16,
}


def rates(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    everything, pair = make(answer, given, given["long"])
    places = ("classifier.weight", "classifier.bias")
    parameters = [everything[place] for place in places]
    # under a gradient that stays the same Adam moves by its rate
    moves, held = [], []
    for _ in range(given["long"]["total_steps"]):
        held.append([float(group["lr"]) for group in getattr(pair[0], "param_groups", ())])
        moves.append(after_step(pair, parameters, 0.0, 1.0))
    found = {
        f"model.{place}": [-each for each in moved]
        for place, moved in zip(places, zip(*moves, strict=False), strict=False)
    }
    return {"rates": found, "held": np.array(held)}


def decay(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    parameters, pair = make(answer, given, given["settled"])
    values = [*parameters.values()]
    after: list[list[list[float]]] = []
    for step in given["decaying"]:
        take_step(pair, values, step["values"], step["gradient"])
        flat = [each.detach().double().flatten() for each in values]
        after.append([[each[0].item(), each[1:].mean().item()] for each in flat])
    return {
        "after": dict(zip(parameters, zip(*after, strict=False), strict=False)),
        "rates": settled_rates(answer, given, len(after)),
    }


def update(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    parameters, pair = make(answer, given, given["settled"])
    values = [*parameters.values()]
    for _ in range(given["settled"]["idle"]):
        after_step(pair, values, 0.0, 0.0)
    moves = [after_step(pair, values, 0.0, gradient) for gradient in given["gradients"]]
    return {
        "moves": dict(zip(parameters, zip(*moves, strict=False), strict=False)),
        "rates": settled_rates(answer, given, given["settled"]["idle"] + len(moves)),
    }


def settled_rates(answer: ModuleType, given: Mapping[str, Any], steps: int) -> list[float]:
    """The learning rate in each of the first steps of the long run, by another optimizer that is made for it."""
    parameters, pair = make(answer, given, given["settled"])
    weight = parameters["classifier.weight"]
    return [-after_step(pair, [weight], 0.0, 1.0)[0] for _ in range(steps)]


def make(
    answer: ModuleType, given: Mapping[str, Any], run: Mapping[str, int]
) -> tuple[dict[str, Any], tuple[Any, Any]]:
    """The parameters of a model by name, and the pair that the answer makes for it."""
    model = small_pt(20, 3, given["seed"], **SMALL)
    # as they are before the answer has the model in its hands
    parameters = dict(model.named_parameters())
    optimizer, scheduler = answer.make_scheduled_optimizer(
        model,
        given["learning_rate"],
        run["warmup_steps"],
        run["total_steps"],
        given["weight_decay"],
    )
    return parameters, (optimizer, scheduler)


def after_step(
    pair: tuple[Any, Any],
    parameters: Sequence[Any],
    value: float,
    gradient: float,
) -> list[float]:
    """The mean of each parameter after a step from one value, with one gradient, everywhere."""
    take_step(pair, parameters, (value, value), gradient)
    return [each.detach().double().mean().item() for each in parameters]


def take_step(
    pair: tuple[Any, Any],
    parameters: Sequence[Any],
    values: Sequence[float],
    gradient: float,
) -> None:
    """Take a step with one gradient everywhere, from the first value in each parameter's first element, and the second in the others."""
    optimizer, scheduler = pair
    optimizer.zero_grad()
    for parameter in parameters:
        parameter.data.fill_(values[1])
        parameter.data.view(-1)[0] = values[0]
        parameter.grad = torch.full_like(parameter, gradient)
    optimizer.step()
    scheduler.step()
