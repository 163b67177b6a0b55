"""What the harnesses for PyTorch share: they watch a training, and let a model predict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook

from course.cases.harness._run import Ran
from course.gradients import Gradients


@contextmanager
def training_watched(ran: Ran) -> Iterator[None]:
    """Note the learning rate of each step of any optimizer, and what it trains; and what each backward pass begins with."""
    seen: set[int] = set()
    gradients = Gradients()
    backward = torch.autograd.backward

    def note(optimizer: Any, arguments: Any, options: Any) -> None:
        held = [each for group in optimizer.param_groups for each in group["params"]]
        gradients.stepped(held)
        ran.rates.append(float(optimizer.param_groups[0]["lr"]))
        if id(optimizer) not in seen:
            seen.add(id(optimizer))
            ran.trained = max(ran.trained, sum(each.numel() for each in held if each.grad is not None))

    def watched_backward(tensors: Any, *arguments: Any, **options: Any) -> None:
        first = tensors if isinstance(tensors, torch.Tensor) else next(iter(tensors))
        if ran.first_loss is None and first.numel() == 1:
            ran.first_loss = float(first.detach())
        with gradients.backward():
            backward(tensors, *arguments, **options)

    handle = register_optimizer_step_post_hook(note)
    try:
        with patch.object(torch.autograd, "backward", watched_backward):
            yield
    finally:
        handle.remove()
        ran.old_gradients, ran.lost_gradients = gradients.old, gradients.lost


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
