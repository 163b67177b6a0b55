"""Watches PyTorch: the outermost calls of modules, loss functions, backward passes, optimizers, and data loaders."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import wraps
from itertools import islice
from types import ModuleType
from typing import Any

from course.diagnosis.facts import BROADCAST
from course.diagnosis.running.imports import Hook
from course.diagnosis.running.limits import EnoughSeen
from course.diagnosis.watching.watch import IGNORED, Call, Loss, Watch

LOSSES = (
    "cross_entropy",
    "nll_loss",
    "mse_loss",
    "l1_loss",
    "smooth_l1_loss",
    "huber_loss",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
)
"""The functions of `torch.nn.functional` that compare outputs with targets."""
MEETING = ("sub", "rsub", "__sub__", "__rsub__", "mul", "__mul__", "div", "__truediv__")
"""The functions that take two tensors which a loss of one's own may be made of."""
KEPT = 12
"""How many calls of loss functions are kept."""
EVALUATED = 16
"""How many batches of an evaluation are enough once the training has ended early."""


def hooks(watch: Watch) -> Mapping[str, Hook]:
    """What is watched in PyTorch once it is imported."""

    def watch_torch(module: ModuleType) -> None:
        import torch
        from torch.optim.lr_scheduler import LRScheduler
        from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
        from torch.utils.data import DataLoader

        watcher = TorchWatcher(watch)
        watch.replace(torch.nn.Module, "__call__", watcher.calling)
        for name in LOSSES:
            watch.replace(torch.nn.functional, name, watcher.comparing)
        watch.replace(torch.autograd, "backward", watcher.going_backward)
        handles = (
            register_optimizer_step_pre_hook(watcher.before_step),
            register_optimizer_step_post_hook(watcher.after_step),
        )
        for handle in handles:
            watch.callback(handle.remove)
        watch.replace(LRScheduler, "__init__", watcher.making_scheduler)
        watch.replace(DataLoader, "__iter__", watcher.loading)

    return {"torch": watch_torch}


def broadcasts(watcher: TorchWatcher) -> Any:
    """A mode that notes where outputs of the shape (n, 1) meet targets of the shape (n,) in the reader's own calculation."""
    from torch.overrides import TorchFunctionMode

    class Broadcasts(TorchFunctionMode):
        def __torch_function__(self, function: Any, kinds: Any, arguments: Any = (), options: Any = None) -> Any:
            if not watcher.depth and len(arguments) == 2 and getattr(function, "__name__", "") in MEETING:
                watcher.note_meeting(*arguments)
            return function(*arguments, **(options or {}))

    return Broadcasts()


class TorchWatcher:
    """Notes in a watch what PyTorch does."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.depth = 0
        self.mode: Any = None

    def calling(self, call: Any) -> Any:
        import torch

        @wraps(call)
        def calling(module: Any, *arguments: Any, **options: Any) -> Any:
            if self.depth or not torch.is_grad_enabled() or isinstance(module, torch.nn.modules.loss._Loss):
                return call(module, *arguments, **options)
            self.depth += 1
            note = None
            try:
                if any(True for _ in module.parameters()):
                    note = self.note_call(module, arguments, options)
                outputs = call(module, *arguments, **options)
            finally:
                self.depth -= 1
            if note is not None:
                note.outputs = outputs
                # what is calculated from here to the first step is the loss; a backward pass itself runs inside the mode
                self.mode = broadcasts(self)
                self.mode.__enter__()
            return outputs

        return calling

    def note_call(self, module: Any, arguments: Any, options: Any) -> Call | None:
        """Note a model that is called with gradients; the first call in full."""
        self.watch.limits.training_begins()
        if self.watch.limits.spent():
            raise EnoughSeen
        self.watch.models[id(module)] = module
        if not module.training:
            self.watch.evaluating += 1
        if self.watch.first is not None:
            return None
        names = [*inspect.signature(module.forward).parameters]
        inputs = {**dict(zip(names, arguments, strict=False)), **options}
        self.watch.first = Call(module, {name: copied(value) for name, value in inputs.items()}, None, module.training)
        return self.watch.first

    def comparing(self, function: Any) -> Any:
        signature = inspect.signature(function)

        @wraps(function)
        def comparing(*arguments: Any, **options: Any) -> Any:
            if len(self.watch.loss_calls) < KEPT:
                self.note_loss(function.__name__, signature, arguments, options)
            return function(*arguments, **options)

        return comparing

    def note_loss(self, name: str, signature: inspect.Signature, arguments: Any, options: Any) -> None:
        """Note what a loss function is called with; a call that does not fit raises an error by itself."""
        with suppress(TypeError):
            given = signature.bind(*arguments, **options).arguments
            outputs, targets = copied(given["input"]), copied(given["target"])
            ignored = given.get("ignore_index", IGNORED)
            self.watch.loss_calls.append(Loss(name, not self.depth, outputs, targets, ignored))

    def going_backward(self, backward: Any) -> Any:
        import torch

        @wraps(backward)
        def going_backward(tensors: Any, *arguments: Any, **options: Any) -> Any:
            loss = tensors if isinstance(tensors, torch.Tensor) else next(iter(tensors))
            self.watch.limits.training_begins()
            if loss.numel() == 1:
                self.watch.losses.append(float(loss.detach()))
            with self.watch.gradients.backward():
                result = backward(tensors, *arguments, **options)
            if not self.watch.backward:
                self.note_gradients()
            return result

        return going_backward

    def note_meeting(self, one: Any, other: Any) -> None:
        """Note two tensors that meet, if one of them comes from the model, and their shapes differ in such a way."""
        import torch

        if not (isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor)):
            return
        shapes = {tuple(one.shape), tuple(other.shape)}
        count = one.shape[0] if one.ndim else 0
        if count > 1 and shapes == {(count, 1), (count,)} and one.requires_grad != other.requires_grad:
            outputs, targets = (one, other) if one.requires_grad else (other, one)
            self.watch.loss_calls.append(Loss(BROADCAST, True, copied(outputs), copied(targets)))

    def note_gradients(self) -> None:
        """Note after the first backward pass whether it has reached any parameter."""
        self.watch.backward = True
        parameters = [each for model in self.watch.models.values() for each in model.parameters()]
        self.watch.reached = not parameters or any(each.grad is not None for each in parameters)

    def before_step(self, optimizer: Any, arguments: Any, options: Any) -> None:
        if self.mode is not None:
            self.mode.__exit__(None, None, None)
            self.mode = None
        held = [each for group in optimizer.param_groups for each in group["params"]]
        if held and not any(each.grad is not None and bool(each.grad.any()) for each in held):
            self.watch.zero_gradients += 1

    def after_step(self, optimizer: Any, arguments: Any, options: Any) -> None:
        self.watch.gradients.stepped([each for group in optimizer.param_groups for each in group["params"]])
        self.watch.optimizers.setdefault(id(optimizer), optimizer)
        self.watch.rates.append(float(optimizer.param_groups[0]["lr"]))
        self.watch.limits.step_taken()

    def making_scheduler(self, initialize: Any) -> Any:
        @wraps(initialize)
        def making(scheduler: Any, *arguments: Any, **options: Any) -> Any:
            result = initialize(scheduler, *arguments, **options)
            self.watch.schedulers.append(scheduler)
            return result

        return making

    def loading(self, iterate: Any) -> Any:
        """Batches come to an end early once enough steps were taken, so that what follows the training is seen as well."""

        @wraps(iterate)
        def loading(loader: Any) -> Iterator[Any]:
            if not any(each is loader.dataset for each in self.watch.loaded_from):
                self.watch.loaded_from.append(loader.dataset)
            batches = iterate(loader)
            if not self.watch.limits.enough_steps:
                return ending(batches, self.watch)
            return islice(batches, EVALUATED)

        return loading


def ending(batches: Iterator[Any], watch: Watch) -> Iterator[Any]:
    """Batches up to the one at which enough steps were taken."""
    before = watch.limits.taken
    for batch in batches:
        yield batch
        if watch.limits.enough_steps and watch.limits.taken > before:
            return


def copied(value: Any) -> Any:
    """A copy of a tensor that later changes of it in place do not reach; anything else as it is."""
    import torch

    return value.detach().clone() if isinstance(value, torch.Tensor) else value
