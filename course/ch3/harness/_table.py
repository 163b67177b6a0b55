"""A model whose logits the judge can compute, and the batches that it takes.

Each token has a row in a table, and the logits of a sentence are the sums of its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader
from transformers import BatchEncoding
from transformers.modeling_outputs import SequenceClassifierOutput

DROPOUT, WRAPPED, ACCELERATED = 1, 2, 4
"""The state of a pass is the sum of those that hold: dropout is on; the model is called through the one that Accelerate
prepared; the backward pass is the accelerator's."""


class Pulse(torch.autograd.Function):
    """Passes values on as they are; the clock's gradient does not depend on theirs."""

    @staticmethod
    def forward(context: Any, values: Tensor, clock: Tensor, pulse: Callable[[], Tensor]) -> Tensor:
        context.pulse = pulse
        return values.clone()

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor, None]:
        return gradient, context.pulse(), None


class Dropout(nn.Dropout):
    """Takes the same numbers of a table away each time, so that the judge can tell what comes of it.

    Args:
        factors: the factors of the table's numbers in training mode.
    """

    factors: Tensor

    def __init__(self, factors: Tensor) -> None:
        super().__init__()
        self.register_buffer("factors", factors, persistent=False)

    @property
    def on(self) -> bool:
        """Whether numbers are taken away; setting the probability to 0 is one way to stop it."""
        return self.training and self.p > 0

    def forward(self, rows: Tensor, ids: Tensor) -> Tensor:  # type: ignore[override]
        return rows * self.factors[ids] if self.on else rows


class Table(nn.Module):
    """The model, which notes how it is used. The notes say which mistake was made, not whether one was: an answer could change them.

    Args:
        clock: weights that take no part in the logits.
        pulses: the gradients of the clock: for each state, of each backward pass. The first weight always gets the same
            one, so that its way tells the learning rates. Where the others end tells whether all the passes were in
            the state in which they should be, and had a step of the optimizer each.

    Attributes:
        passes: for each forward pass its input ids, its logits, and whether dropout and gradients were on.
        backwards: for each backward pass which forward pass it was, the first weight of the clock, and its gradient.
        state: what holds of the next pass, beside dropout.
    """

    def __init__(
        self,
        table: Any,
        dropout: Any,
        clock: Any = (0.0,),
        pulses: Any = (((0.01,),),),
    ) -> None:
        super().__init__()
        rows = torch.tensor(table, dtype=torch.float32)
        self.pulses = torch.tensor(pulses, dtype=torch.float32)
        self.state = 0
        self.clock = nn.Parameter(torch.tensor(clock, dtype=torch.float32))
        self.embeddings = nn.Embedding(len(rows), rows.shape[1], _weight=rows)
        self.dropout = Dropout(torch.tensor(dropout, dtype=torch.float32))
        # leaves the sums as they are, until it is trained
        self.classifier = nn.Linear(rows.shape[1], rows.shape[1], dtype=torch.float32)
        nn.init.eye_(self.classifier.weight)
        nn.init.zeros_(self.classifier.bias)
        # `torch.autograd.grad` calls the first of these hooks alone
        self.clock.register_hook(self._note)  # type: ignore[no-untyped-call]
        self.clock.register_post_accumulate_grad_hook(self._note_sum)  # type: ignore[no-untyped-call]
        self.passes: list[dict[str, Any]] = []
        self.backwards: list[dict[str, Any]] = []

    @property
    def table(self) -> nn.Embedding:
        return self.embeddings

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
        state = self.state + DROPOUT * self.dropout.on
        # a step may come before the backward pass, which therefore must not need the weights that the step changes
        classified = nn.functional.linear(rows.sum(1), self.classifier.weight.clone(), self.classifier.bias)
        logits = Pulse.apply(classified, self.clock, lambda: self._pulse(state))  # type: ignore[no-untyped-call]
        self.passes.append(
            {
                "ids": input_ids,
                "logits": logits.detach(),
                "dropout": self.dropout.on,
                "gradients": logits.requires_grad,
            }
        )
        loss = None
        if labels is not None:
            loss = nn.functional.cross_entropy(logits, labels)
        return SequenceClassifierOutput(loss=loss, logits=logits)

    def _pulse(self, state: int) -> Tensor:
        """Return the gradient of the clock for this backward pass, given the state of its forward pass."""
        states, passes, _ = self.pulses.shape
        return self.pulses[(state | self.state) % states, len(self.backwards) % passes]

    def _note(self, gradient: Tensor) -> None:
        self.backwards.append(
            {
                "pass": len(self.passes) - 1,
                "clock": self.clock[0].item(),
                "gradient": gradient[0].item(),
            }
        )

    def _note_sum(self, clock: Tensor) -> None:
        """Note the gradient that the clock has now: with that of the passes before, where it was not set to zero."""
        if clock.grad is not None:
            self.backwards[-1]["gradient"] = clock.grad[0].item()


def loader(
    ids: Sequence[Sequence[int]],
    labels: Sequence[int],
    size: int,
    kind: type[Tensor] = Tensor,
) -> DataLoader[Any]:
    """Batches of rows in their order, each padded with 0 to its longest row; tensors of that kind."""
    rows: Any = list(zip(ids, labels, strict=False))
    return DataLoader(rows, batch_size=size, collate_fn=partial(_batch, kind=kind))


def _batch(rows: Sequence[tuple[Sequence[int], int]], kind: type[Tensor]) -> BatchEncoding:
    longest = max(len(ids) for ids, _ in rows)
    batch = {
        "input_ids": torch.tensor([[*ids, *[0] * (longest - len(ids))] for ids, _ in rows]),
        "attention_mask": torch.tensor([[place < len(ids) for place in range(longest)] for ids, _ in rows]).long(),
        "labels": torch.tensor([label for _, label in rows]),
    }
    return BatchEncoding({name: each.as_subclass(kind) for name, each in batch.items()})
