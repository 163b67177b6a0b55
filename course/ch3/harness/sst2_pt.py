"""Calls `train_on_sst2` on a small model, and hands over what the model noted, and what it has learned."""

from types import ModuleType
from typing import Any

import torch

from course.ch3.harness.table import Table, loader


def steps(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    torch.manual_seed(given["seed"])
    # as `from_pretrained` gives it
    model = Table(given["table"], 0.1, given["clock"]).eval()
    batches = loader(given["ids"], given["labels"], given["batch_size"])
    losses = answer.train_on_sst2(
        model, batches, given["epochs"], given["rate"]
    )
    passes = [model.passes[each["pass"]] for each in model.backwards]
    logits = [each["logits"] for each in passes]
    clock = [each["clock"] for each in model.backwards]
    kinds = None
    if isinstance(losses, list | tuple) or getattr(
        losses, "ndim", False
    ):
        kinds = [type(loss).__name__ for loss in losses]
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
        "clock": [*clock, model.clock.item()],
        "logits": torch.cat(logits) if logits else None,
        "losses": losses,
        "kinds": kinds,
        "answers": answers,
    }


rates = learned = losses = steps
