"""Calls `train_on_sst2` on a small model, and hands over what the model noted, and what it has learned."""

from types import ModuleType
from typing import Any

import torch
from torch import Tensor
from torch.optim.optimizer import register_optimizer_step_post_hook

from course.ch3.harness._table import Table, loader

STILL = 1e-7
"""A learning rate with which no weight moves that could be seen."""


def steps(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    torch.manual_seed(given["seed"])
    backwards: list[int] = []
    model, losses = _train(answer, given, "table", given["epochs"], given["rate"], backwards)
    still, still_losses = _train(answer, given, "still", 1, STILL)
    passes = _passes(model)
    clock = [each["clock"] for each in model.backwards]
    kinds = None
    if isinstance(losses, list | tuple) or getattr(losses, "ndim", False):
        kinds = ["Tensor" if issubclass(type(loss), Tensor) else type(loss).__name__ for loss in losses]
    model.eval()
    held_out = loader(
        given["held_out"],
        [0] * len(given["held_out"]),
        len(given["held_out"]),
    )
    with torch.no_grad():
        (batch,) = held_out
        answers = model(**batch).logits
    return {
        "steps": len(passes),
        "dropout": [each["dropout"] for each in passes],
        "gradients": [each["gradient"] for each in model.backwards],
        "backwards": backwards,
        "clock": [*clock, model.clock.item()],
        "logits": _logits(passes),
        "losses": losses,
        "kinds": kinds,
        "answers": answers,
        "still_logits": _logits(_passes(still)),
        "still_losses": still_losses,
    }


def _train(
    answer: ModuleType,
    given: dict[str, Any],
    table: str,
    epochs: int,
    rate: float,
    backwards: list[int] | None = None,
) -> tuple[Table, Any]:
    """Train a model; `backwards` gets the number of backward passes before each step of an optimizer."""
    model = Table(given[table], given["dropout"], given["clock"], given["pulse"])

    def stepped(*_: object) -> None:
        if backwards is not None:
            backwards.append(len(model.backwards))

    hook = register_optimizer_step_post_hook(stepped)
    batches = loader(given["ids"], given["labels"], given["batch_size"])
    # as `from_pretrained` gives it
    try:
        return model, answer.train_on_sst2(model.eval(), batches, epochs, rate)
    finally:
        hook.remove()


def _passes(model: Table) -> list[dict[str, Any]]:
    """The forward passes that a backward pass belongs to."""
    return [model.passes[each["pass"]] for each in model.backwards]


def _logits(passes: list[dict[str, Any]]) -> Tensor | None:
    logits = [each["logits"] for each in passes]
    return torch.cat(logits) if logits else None


rates = learned = losses = steps
