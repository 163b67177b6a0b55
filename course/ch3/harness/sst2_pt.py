"""Calls `train_on_sst2` on a small model, and hands over what the model noted, and what it has learned."""

from types import ModuleType
from typing import Any

import torch
from torch import Tensor
from torch.optim.optimizer import register_optimizer_step_post_hook

from course.ch3.harness._table import Table, loader

STILL = 1e-7
"""A learning rate with which no weight moves that could be seen."""
STILL_EPOCHS = 2


def steps(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    torch.manual_seed(given["seed"])
    taken: list[dict[str, Any]] = []
    model, losses = _train(answer, given, "table", given["epochs"], given["rate"], taken)
    still, still_losses = _train(answer, given, "still", STILL_EPOCHS, STILL)
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
        # padding adds nothing
        "ids": [each["ids"].sum().item() for each in passes],
        "gradients": [each["gradient"] for each in model.backwards],
        "backwards": [each["backwards"] for each in taken],
        "scaled": [each["gradient"] for each in taken],
        "settings": taken[0] if taken else {},
        "clock": [*clock, model.clock[0].item()],
        "moved": model.clock,
        "table": model.table.weight,
        "classifier": model.classifier.weight,
        "logits": _logits(passes),
        "losses": losses,
        "kinds": kinds,
        "answers": answers,
        "still_steps": len(still.backwards),
        "still_logits": _logits(_passes(still)),
        "still_losses": still_losses,
    }


def _train(
    answer: ModuleType,
    given: dict[str, Any],
    table: str,
    epochs: int,
    rate: float,
    taken: list[dict[str, Any]] | None = None,
) -> tuple[Table, Any]:
    """Train a model; `taken` gets a note of each step that PyTorch's optimizers take with the clock."""
    model = Table(given[table], given["dropout"], given["clock"], given["pulses"])

    def stepped(optimizer: torch.optim.Optimizer, *_: object) -> None:
        if taken is not None:
            taken.extend(_settings(model, group) for group in optimizer.param_groups if _has(group, model.clock))
            for group in optimizer.param_groups:
                if taken and _has(group, model.table.weight):
                    taken[-1]["table_decay"] = float(group.get("weight_decay", 0))

    hook = register_optimizer_step_post_hook(stepped)
    batches = loader(given["ids"], given["labels"], given["batch_size"])
    # as `from_pretrained` gives it
    try:
        return model, answer.train_on_sst2(model.eval(), batches, epochs, rate)
    finally:
        hook.remove()


def _has(group: dict[str, Any], weight: Tensor) -> bool:
    return any(each is weight for each in group["params"])


def _settings(model: Table, group: dict[str, Any]) -> dict[str, Any]:
    """Return what an optimizer does with the clock in a step: the gradient that it takes, and its own settings."""
    gradient = model.clock.grad
    betas = group.get("betas", (0.9, 0.999))
    return {
        "backwards": len(model.backwards),
        "gradient": [] if gradient is None else gradient.tolist(),
        "first_beta": float(betas[0]),
        "second_beta": float(betas[1]),
        "eps": float(group.get("eps", 1e-8)),
        "decay": float(group.get("weight_decay", 0)),
        "amsgrad": float(bool(group.get("amsgrad"))),
    }


def _passes(model: Table) -> list[dict[str, Any]]:
    """The forward passes that a backward pass belongs to."""
    return [model.passes[each["pass"]] for each in model.backwards]


def _logits(passes: list[dict[str, Any]]) -> Tensor | None:
    logits = [each["logits"] for each in passes]
    return torch.cat(logits) if logits else None


decay = rates = learned = losses = steps
