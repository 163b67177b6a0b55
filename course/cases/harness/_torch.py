"""What the harnesses for PyTorch share: they watch its optimizers, and let a model predict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook

from course.cases.harness._run import Ran


@contextmanager
def optimizers_watched(ran: Ran) -> Iterator[None]:
    """Note the learning rate of each step of any optimizer, and how many parameters it trains."""
    seen: set[int] = set()

    def note(optimizer: Any, arguments: Any, options: Any) -> None:
        ran.rates.append(float(optimizer.param_groups[0]["lr"]))
        if id(optimizer) not in seen:
            seen.add(id(optimizer))
            held = [each for group in optimizer.param_groups for each in group["params"]]
            ran.trained = max(ran.trained, sum(each.numel() for each in held if each.grad is not None))

    handle = register_optimizer_step_post_hook(note)
    try:
        yield
    finally:
        handle.remove()


def predicted_labels(model: Any, tokenizer: Any, texts: Sequence[str], longest: int) -> list[int]:
    """The label that a model of sequence classification predicts for each text."""
    found = []
    model.eval()
    with torch.no_grad():
        for start in range(0, len(texts), 32):
            batch = tokenizer(
                list(texts[start : start + 32]),
                truncation=True,
                max_length=longest,
                padding=True,
                return_tensors="pt",
            )
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            found += logits.argmax(dim=-1).tolist()
    return found
