"""A model that counts the rows it holds, and a step that runs out of memory."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import torch
from transformers.modeling_outputs import SequenceClassifierOutput

from course.ch8.harness._memory import Memory, Rows, searched

ERRORS = {
    "memory": lambda: torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
    "memory-too": lambda: RuntimeError("MPS backend out of memory (MPS allocated: 8.07 GB)"),
    "other": lambda: RuntimeError("CUDA error: device-side assert triggered"),
}


class Model(torch.nn.Module):
    """Logits are the mean of a row's tokens in a table, plus a shift, which is 0, times the factor of the pass."""

    device = torch.device("cpu")

    def __init__(self, table: Any, memory: Memory) -> None:
        super().__init__()
        self.table = torch.nn.Parameter(torch.tensor(table))
        self.shift = torch.nn.Parameter(torch.zeros(table.shape[1]))
        self.memory = memory

    def forward(
        self,
        input_ids: Any,
        attention_mask: Any,
        labels: Any,
    ) -> SequenceClassifierOutput:
        mask = attention_mask.unsqueeze(-1).to(self.table.dtype)
        number, factor = self.memory.call()
        logits = (self.table[input_ids] * mask).sum(1) / mask.sum(1) + factor * self.shift
        rows = Rows(self.memory, len(input_ids))
        seen = self.memory.seen

        def released(gradient: Any) -> None:
            rows.release()
            seen.append([number, *input_ids[:, 0].tolist()])

        if logits.requires_grad:
            logits.register_hook(released)
        loss = torch.nn.functional.cross_entropy(logits, labels)
        return SequenceClassifierOutput(loss=loss, logits=logits)


def update(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    return stepped(answer, given["even"])


def uneven(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    return stepped(answer, given["uneven"])


def halving(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: searched(answer, case, ERRORS) for name, case in given["halving"].items()}


def errors(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: searched(answer, case, ERRORS) for name, case in given["failing"].items()}


def stepped(answer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    """Take one accumulated step; gives the table after it, and the memory and optimizer steps that it took."""
    memory = Memory(given["noise"])
    model = Model(given["table"], memory)
    optimizer = torch.optim.SGD(model.parameters(), lr=given["learning_rate"])
    steps: list[None] = []
    optimizer.register_step_post_hook(lambda *_: steps.append(None))
    model.table.grad = torch.full_like(model.table, given["stale"])
    batch = {name: torch.tensor(each) for name, each in given["batch"].items()}
    answer.accumulated_step(model, optimizer, batch, given["pieces"])
    return {
        "table": model.table,
        "shift": model.shift,
        "changes": memory.changes,
        "seen": dict(enumerate(memory.seen)),
        "steps": len(steps),
    }
