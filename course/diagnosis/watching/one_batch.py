"""Tries whether the first batch can be learned by heart: at the program's own learning rate, and at others.

The chapter's method where the loss does not fall: what cannot learn one batch will not learn a data set. Every attempt begins
with the weights as they were when the program called its model first, and they are put back afterwards.
"""

from __future__ import annotations

import inspect
import math
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from course.diagnosis.facts import Attempt, OneBatch
from course.diagnosis.watching.watch import Call, Loss, Watch

STEPS = 20
"""How many steps an attempt takes."""
SECONDS = 10.0
"""Seconds in which the attempts must be made. One that was not finished by then does not count."""
SMALL = 150_000_000
"""The weights of a larger model are not copied, so nothing is tried on it."""
RATES = (1e-5, 1e-4, 1e-3, 1e-2)
"""The learning rates of AdamW that are tried beside the program's own."""
FALLEN = 0.8
"""Where the loss has fallen below this share of its first values, there is nothing to try."""
LONG = 20
"""How many losses tell whether they fall."""

Train = Callable[[Any, float], Sequence[float]]
"""Takes an optimizer's class (None: AdamW) and a learning rate, and returns the loss before each step, and after the last."""


def doubtful(losses: Sequence[float]) -> bool:
    """Whether the losses of a training do not fall."""
    if len(losses) < LONG:
        return False
    first, last = np.mean(losses[:5]), np.mean(losses[-10:])
    return not math.isfinite(last) or bool(last > FALLEN * first)


def weights_to_keep(model: Any) -> Any:
    """A copy of the weights of a model, for `learn_by_heart`; None if it is too large, or cannot be copied."""
    with suppress(Exception):
        if hasattr(model, "trainable_variables"):
            if sum(int(np.prod(tuple(each.shape))) for each in model.variables) <= SMALL:
                return [each.numpy() for each in model.variables]
        elif sum(each.numel() for each in model.parameters()) <= SMALL:
            return {name: each.detach().cpu().clone() for name, each in model.state_dict().items()}
    return None


def learn_by_heart(watch: Watch) -> OneBatch | None:
    """Try to learn the first batch by heart; None where the loss falls, or where this cannot be tried.

    Nothing of this is watched: the watch ends before.
    """
    first = watch.first
    if first is None or first.weights is None or first.outputs is None or not doubtful(watch.losses):
        return None
    watch.end()
    deadline = time.monotonic() + SECONDS
    keras = hasattr(first.model, "trainable_variables")
    train = _keras(first, watch, deadline) if keras else _torch(first, watch.loss_calls, deadline)
    used = optimizer_of(first.model, watch)
    kind = type(used) if used is not None else None
    rate = max(
        [*watch.rates, *(float(each.base_lrs[0]) for each in watch.schedulers if getattr(each, "base_lrs", None))]
    )
    own = _attempt(train, kind, rate, kind.__name__ if kind is not None else "AdamW")
    if own is None:
        return None
    others = [_attempt(train, None, each, "AdamW") for each in RATES]
    rows = next((int(each.shape[0]) for each in first.inputs.values() if getattr(each, "shape", ())), 0)
    return OneBatch(rows, STEPS, own, tuple(each for each in others if each is not None), None not in others)


def optimizer_of(model: Any, watch: Watch) -> Any:
    """The optimizer that has the weights of a model; the first one, where that cannot be told."""
    own = {id(each) for each in model.parameters()} if hasattr(model, "parameters") else set()
    for optimizer in watch.optimizers.values():
        if any(id(each) in own for group in getattr(optimizer, "param_groups", ()) for each in group["params"]):
            return optimizer
    return next(iter(watch.optimizers.values()), None)


def _attempt(train: Train, kind: Any, rate: float, name: str) -> Attempt | None:
    with suppress(Exception):
        losses = train(kind, rate)
        if len(losses) == STEPS + 1:
            return Attempt(name, rate, losses[0], losses[-1])
    return None


def _torch(first: Call, calls: Sequence[Loss], deadline: float) -> Train:
    import torch

    model = first.model

    def train(kind: Any, rate: float) -> Sequence[float]:
        device = next(model.parameters()).device
        inputs = {name: on(device, each) for name, each in first.inputs.items()}
        before, mode = {name: each.detach().clone() for name, each in model.state_dict().items()}, model.training
        losses: list[float] = []
        try:
            model.load_state_dict(first.weights)
            # without dropout, so that only the weights make a difference
            model.eval()
            trained = [each for each in model.parameters() if each.requires_grad]
            optimizer = (kind or torch.optim.AdamW)(trained, lr=rate)
            for step in range(STEPS + 1):
                optimizer.zero_grad()
                with torch.enable_grad():
                    loss = _loss_of(model(**inputs), first.outputs, calls)
                losses.append(float(loss.detach()))
                if step == STEPS or time.monotonic() > deadline:
                    break
                loss.backward()
                optimizer.step()
        finally:
            model.load_state_dict(before)
            model.train(mode)
            for each in model.parameters():
                each.grad = None
        return losses

    return train


def _loss_of(outputs: Any, seen: Any, calls: Sequence[Loss]) -> Any:
    """The loss of a model's outputs as the program takes it: the model's own, or that of its first call of a loss function.

    Raises:
        ValueError: the program works its loss out in another way.
    """
    import torch

    loss = getattr(outputs, "loss", None)
    if loss is not None:
        return loss
    logits, before = (getattr(each, "logits", each) for each in (outputs, seen))
    call = next(each for each in calls if each.own)
    given = before.detach().to(call.outputs.device)
    if call.outputs.numel() != given.numel() or not torch.equal(call.outputs.reshape(-1), given.reshape(-1)):
        raise ValueError("the loss gets something else than the model's outputs")
    options: dict[str, Any] = {}
    if call.name in ("cross_entropy", "nll_loss"):
        options = {"ignore_index": call.ignored, "weight": on(logits.device, call.weight)}
    targets = on(logits.device, call.targets)
    return getattr(torch.nn.functional, call.name)(logits.reshape(call.outputs.shape), targets, **options)


def on(device: Any, value: Any) -> Any:
    """A tensor on a device; anything else as it is."""
    import torch

    return value.to(device) if isinstance(value, torch.Tensor) else value


def _keras(first: Call, watch: Watch, deadline: float) -> Train:
    import tensorflow as tf

    model = first.model
    package = sys.modules[
        "tf_keras" if any(each.__module__.startswith("tf_keras") for each in type(model).__mro__) else "keras"
    ]
    targets = watch.loss_calls[0].targets if watch.loss_calls else None

    def loss_of() -> Any:
        outputs = call_keras(model, first.inputs)
        loss = getattr(outputs, "loss", None)
        if loss is None:
            loss = model.loss(targets, getattr(outputs, "logits", outputs))
        return tf.reduce_mean(loss)

    def train(kind: Any, rate: float) -> Sequence[float]:
        before = [each.numpy() for each in model.variables]
        losses: list[float] = []
        try:
            _set(model, first.weights)
            optimizer = (kind or package.optimizers.AdamW)(learning_rate=rate)
            for step in range(STEPS + 1):
                with tf.GradientTape() as tape:
                    loss = loss_of()
                losses.append(float(loss))
                if step == STEPS or time.monotonic() > deadline:
                    break
                gradients = tape.gradient(loss, model.trainable_variables)
                pairs = zip(gradients, model.trainable_variables, strict=True)
                optimizer.apply_gradients([(gradient, each) for gradient, each in pairs if gradient is not None])
        finally:
            _set(model, before)
        return losses

    return train


def call_keras(model: Any, inputs: Mapping[str, Any]) -> Any:
    """Call a model of Keras with the inputs that were noted by name, without dropout."""
    first, *names = inspect.signature(model.call).parameters
    if first not in inputs:
        return model(dict(inputs), training=False)
    more = {name: value for name, value in inputs.items() if name in names}
    return model(inputs[first], training=False, **more)


def _set(model: Any, values: Sequence[Any]) -> None:
    for variable, value in zip(model.variables, values, strict=True):
        variable.assign(value)
