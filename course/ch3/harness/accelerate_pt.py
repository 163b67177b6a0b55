"""Calls `train_with_accelerate` as two processes would, one after the other, and notes what each of them does."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import ModuleType
from typing import Any
from unittest.mock import patch

import evaluate
import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState, GradientState
from accelerate.utils import recursively_apply
from torch import Tensor, nn

from course.ch3.harness._table import ACCELERATED, WRAPPED, Table, loader
from course.paths import ASSETS

METRIC = str(ASSETS / "metrics" / "glue")


class Shared(nn.Module):
    """A prepared model: like the wrapper of several processes it shows only `module`. It marks what goes through it."""

    def __init__(self, module: Table) -> None:
        super().__init__()
        self.module = module
        self.exchanges = True

    def forward(self, *arguments: Any, **named: Any) -> Any:
        self.module.state = WRAPPED if self.exchanges else 0
        output = self.module(*arguments, **named)
        self.module.state = 0
        self.module.passes[-1].update(shared=True, exchanged=self.exchanges)
        return output

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """As in the wrapper, the gradients of forward passes in here are not exchanged."""
        before, self.exchanges = self.exchanges, False
        try:
            yield
        finally:
            self.exchanges = before


class Half(Accelerator):  # type: ignore[misc]
    """The accelerator of one of two processes, which run here one after the other.

    It gathers from the other process the values that that one gathered before. The process that runs first has no other
    one to ask, and gathers its own values twice: their shape alone is right, and lets it run to its end.

    Attributes:
        nudges: what the prepared optimizer adds to the gradient of the clock in each step, so that where the clock ends
            tells whose steps were taken.
        scaled: the gradient of the clock in each step, before that.
    """

    def __init__(self, rank: int, other: Iterator[Any] | None, table: Table, nudges: Any) -> None:
        self.rank = rank
        self.other = other
        self.table = table
        self.nudges = torch.tensor(nudges, dtype=torch.float32)
        self.gathered: list[Any] = []
        self.scaled: list[list[float]] = []
        self.backwards = self.steps = 0
        AcceleratorState._reset_state(reset_partial_state=True)
        GradientState._reset_state()
        super().__init__(cpu=True)

    @property
    def num_processes(self) -> int:
        return 2

    @property
    def process_index(self) -> int:
        return self.rank

    local_process_index = process_index

    @property
    def is_main_process(self) -> bool:
        return self.rank == 0

    is_local_main_process = is_main_process

    def prepare_model(self, *arguments: Any, **named: Any) -> Shared:
        prepared = super().prepare_model(*arguments, **named)
        return prepared if isinstance(prepared, Shared) else Shared(prepared)

    def prepare_optimizer(self, *arguments: Any, **named: Any) -> Any:
        prepared = super().prepare_optimizer(*arguments, **named)
        step = prepared.step

        def counted(*arguments: Any, **named: Any) -> Any:
            clock = self.table.clock
            if clock.grad is None:
                clock.grad = torch.zeros_like(clock)
            self.scaled.append(clock.grad.tolist())
            clock.grad += self.nudges[self.steps % len(self.nudges)]
            self.steps += 1
            return step(*arguments, **named)

        prepared.step = counted
        return prepared

    def unwrap_model(self, model: nn.Module, *arguments: Any, **named: Any) -> nn.Module:
        return model.module if isinstance(model, Shared) else model

    def no_sync(self, model: nn.Module) -> AbstractContextManager[None]:
        return model.no_sync() if isinstance(model, Shared) else nullcontext()

    def backward(self, loss: Tensor, **named: Any) -> None:
        self.backwards += 1
        self.table.state = ACCELERATED
        super().backward(loss, **named)
        self.table.state = 0

    def gather(self, tensor: Any) -> Any:
        return recursively_apply(self._gather, tensor, error_on_other_type=True)

    def gather_for_metrics(self, *arguments: Any, **named: Any) -> Any:
        # of objects that are no tensors, the library's function would gather those of this process alone
        with patch("accelerate.accelerator.gather_object", self._gather_objects):
            return super().gather_for_metrics(*arguments, **named)

    def _gather(self, values: Tensor) -> Tensor:
        own = values.detach()
        own = own if own.ndim else own.unsqueeze(0)
        return torch.cat([own, self._exchange(own)])

    def _gather_objects(self, values: Any) -> list[Any]:
        own = list(values)
        return [*own, *self._exchange(own)]

    def _exchange(self, own: Any) -> Any:
        """Hand over what this process gathers; return what the other one gathers in the same call."""
        self.gathered.append(own)
        others = own if self.other is None else next(self.other, None)
        if others is None:
            raise RuntimeError("the other process does not gather")
        return others


def _run(
    answer: ModuleType,
    given: dict[str, Any],
    rank: int,
    other: Iterator[Any] | None,
    gathered: list[Any],
) -> tuple[dict[str, Any], Exception | None]:
    """Run the answer as one process. `gathered` gets what it gathers.

    Returns:
        The notes, and the error that ended the evaluation, if one did: the training can be looked at nevertheless.
    """
    torch.manual_seed(given["seed"])
    # processes have the same weights; here they have not, so that what another one predicts must come from there
    model = Table(given["tables"][rank], given["dropout"], [0.0] * len(given["nudges"][0]), given["pulses"]).eval()
    accelerator = Half(rank, other, model, given["nudges"])
    accelerator.gathered = gathered
    size = given["batch_size"]
    scores = ended = None
    try:
        scores = answer.train_with_accelerate(
            accelerator,
            model,
            torch.optim.AdamW(model.parameters(), lr=given["rate"]),
            loader(given["ids"], given["labels"], size),
            loader(given["eval_ids"], given["eval_labels"], size),
            evaluate.load(METRIC, "mrpc", keep_in_memory=True),
        )
    except Exception as error:
        if not any(each["ids"][0, 0] < given["read"] for each in model.passes):
            raise
        ended = error
    return {
        "scores": scores,
        "ended": ended is not None,
        "tokens": [int(each["ids"][0, 0]) for each in model.passes],
        "logits": [each["logits"] for each in model.passes],
        "dropout": [each["dropout"] for each in model.passes],
        "shared": [each.get("shared", False) for each in model.passes],
        "exchanged": [each.get("exchanged", False) for each in model.passes],
        "trained": [each["pass"] for each in model.backwards],
        "gradients": [each["gradient"] for each in model.backwards],
        "backwards": accelerator.backwards,
        "steps": accelerator.steps,
        "scaled": accelerator.scaled,
        "clock": model.clock,
    }, ended


def _run_both(answer: ModuleType, given: dict[str, Any]) -> tuple[dict[str, Any], Exception | None]:
    """Run the answer as the other process, then as the main process; return the notes of both, and the error of either."""
    gathered: list[Any] = []
    other, ended = _run(answer, given, 1, None, gathered)
    handed, main_ended = _run(answer, given, 0, iter(gathered), [])
    return {**handed, "other": other}, main_ended or ended


def prepared(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return _run_both(answer, given)[0]


training = prepared


def scores(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    handed, ended = _run_both(answer, given)
    if ended is not None:
        raise ended
    return handed
