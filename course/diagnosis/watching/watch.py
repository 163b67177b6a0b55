"""Notes what a program does while it trains: which models it calls with what, what its losses get, what its optimizers do.

The watch holds on to the reader's objects, and to copies of small ones. What they mean is worked out afterwards, in
course/diagnosis/watching/gather.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import ModuleType, TracebackType
from typing import Any

from course.diagnosis.running.imports import Hook, after_import
from course.diagnosis.running.limits import Limits
from course.gradients import Gradients

IGNORED = -100
"""The target that PyTorch's losses leave out by default."""


@dataclass
class Call:
    """A call of a model in training.

    Attributes:
        model: the model; `inputs` what it got by name; `outputs` what it returned.
        training: whether it was in training mode.
    """

    model: Any
    inputs: dict[str, Any]
    outputs: Any = None
    training: bool = True


@dataclass
class Loss:
    """A call of a loss function: its name, whether the reader's own program made it, copies of what it got, and the target it ignores."""

    name: str
    own: bool
    outputs: Any
    targets: Any
    ignored: int = IGNORED


@dataclass
class Watch:
    """What was noted of one run.

    Attributes:
        names: the variables of the program at its end.
        models: every model that was called in training, by identity.
        first: the first call with gradients.
        losses: the value of each backward pass; `loss_calls` the first calls of loss functions.
        rates: the learning rate of each step.
        optimizers, schedulers, trainers, tokenizers: those that were made.
        loaded: the data sets that `load_dataset` returned.
        loaded_from: the data sets that loaders of PyTorch took batches from, in the order in which that began.
        metrics: the first call of the Trainer's metric: its predictions and its labels.
        generated: the first call of `generate`: its model, its inputs, and its output.
        decoded: what `batch_decode` got first.
    """

    limits: Limits
    names: Mapping[str, Any] = field(default_factory=dict)
    models: dict[int, Any] = field(default_factory=dict)
    first: Call | None = None
    losses: list[float] = field(default_factory=list)
    loss_calls: list[Loss] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    optimizers: dict[int, Any] = field(default_factory=dict)
    schedulers: list[Any] = field(default_factory=list)
    trainers: list[Any] = field(default_factory=list)
    tokenizers: list[Any] = field(default_factory=list)
    loaded: list[Any] = field(default_factory=list)
    loaded_from: list[Any] = field(default_factory=list)
    metrics: tuple[Any, Any] | None = None
    generated: tuple[Any, Any, Any] | None = None
    decoded: Any = None
    backward: bool = False
    reached: bool = True
    zero_gradients: int = 0
    gradients: Gradients = field(default_factory=Gradients)
    evaluating: int = 0
    _stack: ExitStack = field(default_factory=ExitStack)

    @property
    def training_seen(self) -> bool:
        """Whether the program has taken a training step."""
        return bool(self.rates)

    def __enter__(self) -> Watch:
        from course.diagnosis.watching import libraries, torch

        hooks: dict[str, list[Hook]] = {}
        for more in (libraries.hooks(self), torch.hooks(self)):
            for name, hook in more.items():
                hooks.setdefault(name, []).append(hook)
        self._stack.enter_context(after_import(hooks))
        return self

    def callback(self, function: Callable[[], object]) -> None:
        """Call a function when the watch ends."""
        self._stack.callback(function)

    def replace(self, owner: ModuleType | type, name: str, make: Callable[[Any], Any]) -> None:
        """Replace a function of a module or a class, until the watch ends, by what `make` makes of it; nothing where there is none."""
        old = getattr(owner, name, None)
        if old is None:
            return
        own = name in vars(owner)
        setattr(owner, name, make(old))
        self._stack.callback(setattr, owner, name, old) if own else self._stack.callback(delattr, owner, name)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()
