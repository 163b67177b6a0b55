"""A model whose logits the judge can compute, and the batches that it takes.

Each token has a row in a table, and the logits of a sentence are the sums of its rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader
from transformers import BatchEncoding
from transformers.modeling_outputs import SequenceClassifierOutput

PULSE = 0.01
"""The gradient of a clock for each backward pass, unless another one is asked for."""


class Pulse(torch.autograd.Function):
    """Passes values on as they are; the clock's gradient is the same, whatever theirs is."""

    @staticmethod
    def forward(context: Any, values: Tensor, clock: Tensor, pulse: float) -> Tensor:
        context.pulse = pulse
        return values.clone()

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor, None]:
        return gradient, gradient.new_tensor(context.pulse), None


class Dropout(nn.Dropout):
    """Takes the same numbers of a table away each time, so that the judge can tell what comes of it.

    Args:
        factors: the factors of the table's numbers in training mode.
    """

    factors: Tensor

    def __init__(self, factors: Tensor) -> None:
        super().__init__()
        self.register_buffer("factors", factors, persistent=False)

    def forward(self, rows: Tensor, ids: Tensor) -> Tensor:  # type: ignore[override]
        return rows * self.factors[ids] if self.training else rows


class Table(nn.Module):
    """The model, which notes how it is used.

    Attributes:
        clock: a weight that takes no part in the logits. As its gradient is known, its way tells what the optimizer did.
        passes: for each forward pass its input ids, its logits, and whether dropout and gradients were on.
        backwards: for each backward pass which forward pass it was, the clock, and the clock's gradient.
    """

    def __init__(
        self,
        table: Any,
        dropout: Any,
        clock: float = 0.0,
        pulse: float = PULSE,
    ) -> None:
        super().__init__()
        rows = torch.tensor(table, dtype=torch.float32)
        self.pulse = pulse
        self.table = nn.Embedding(len(rows), rows.shape[1], _weight=rows)
        self.dropout = Dropout(torch.tensor(dropout, dtype=torch.float32))
        self.clock = nn.Parameter(torch.tensor(clock))
        self.clock.register_post_accumulate_grad_hook(self._note)  # type: ignore[no-untyped-call]
        self.passes: list[dict[str, Any]] = []
        self.backwards: list[dict[str, Any]] = []

    @property
    def device(self) -> torch.device:
        return self.clock.device

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor | None = None,
        labels: Tensor | None = None,
        **ignored: Any,
    ) -> SequenceClassifierOutput:
        rows = self.dropout(self.table(input_ids), input_ids)
        if attention_mask is not None:
            rows = rows * attention_mask.unsqueeze(-1)
        logits = Pulse.apply(rows.sum(1), self.clock, self.pulse)  # type: ignore[no-untyped-call]
        self.passes.append(
            {
                "ids": input_ids,
                "logits": logits.detach(),
                "dropout": self.dropout.training,
                "gradients": logits.requires_grad,
            }
        )
        loss = None
        if labels is not None:
            loss = nn.functional.cross_entropy(logits, labels)
        return SequenceClassifierOutput(loss=loss, logits=logits)

    def _note(self, clock: Tensor) -> None:
        self.backwards.append(
            {
                "pass": len(self.passes) - 1,
                "clock": clock.item(),
                "gradient": float("nan") if clock.grad is None else clock.grad.item(),
            }
        )


def loader(ids: Sequence[Sequence[int]], labels: Sequence[int], size: int) -> DataLoader[Any]:
    """Batches of rows in their order, each padded with 0 to its longest row."""
    rows: Any = list(zip(ids, labels, strict=False))
    return DataLoader(rows, batch_size=size, collate_fn=_batch)


def _batch(rows: Sequence[tuple[Sequence[int], int]]) -> BatchEncoding:
    longest = max(len(ids) for ids, _ in rows)
    return BatchEncoding(
        {
            "input_ids": torch.tensor([[*ids, *[0] * (longest - len(ids))] for ids, _ in rows]),
            "attention_mask": torch.tensor([[place < len(ids) for place in range(longest)] for ids, _ in rows]).long(),
            "labels": torch.tensor([label for _, label in rows]),
        }
    )
