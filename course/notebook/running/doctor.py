"""Looks at a Trainer, or a model and its batches, that live already, and shows what is found."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from rich.console import Console

from course.diagnosis.diagnose import diagnose, report
from course.diagnosis.running.limits import Limits
from course.diagnosis.watching.gather import gather, is_keras
from course.diagnosis.watching.watch import Watch
from course.i18n import N_, environment_language, negotiate
from course.message import WrongUse
from course.terminal.doctor import show_report
from course.terminal.rendering import Terminal

SECONDS = 60.0
"""How long one batch may take."""


class Report(dict[str, Any]):
    """A report that a cell of a notebook shows in one line: it has been told already."""

    def __repr__(self) -> str:
        return f"<Report: {', '.join(finding['look'] for finding in self['findings']) or '—'}>"


def look(what: Any, train_set: Iterable[Any] | None = None, *, lang: str = "") -> Report:
    """Look at a Trainer, or at a model and the batches that it is trained with, and show what is found.

    One batch goes through the model and back. No weight changes: no optimizer takes a step, and gradients, the mode of the
    model and the state of the random numbers are put back.

    Args:
        what: a `Trainer`, or a model of PyTorch, or a compiled model of Keras.
        train_set: for a model, the batches: a `DataLoader`, a `tf.data.Dataset`, or any iterable of what the model takes.
        lang: the language; by default that of the environment.

    Returns:
        The report, a dictionary; docs/doctor.md describes it.

    Raises:
        WrongUse: `what` is neither of them, or a model comes without batches.
    """
    watch = Watch(Limits(1, SECONDS))
    with warnings.catch_warnings():
        # what a library says of this batch is no finding
        warnings.simplefilter("ignore")
        if is_keras(what) and train_set is not None:
            error = look_at_keras(watch, what, train_set)
        else:
            error = look_at_torch(watch, what, train_set)
    facts = gather(None, watch, error)
    found = Report(report(facts, diagnose(facts)), ended="")
    language = negotiate(lang) if lang else None
    show_report(Terminal(Console(file=sys.stdout), language or environment_language(os.environ)), found)
    return found


def look_at_torch(watch: Watch, what: Any, train_set: Iterable[Any] | None) -> Exception | None:
    """Let one batch go through a model of PyTorch and back; the error, if it raised one."""
    import torch

    trainer = what if hasattr(what, "get_train_dataloader") else None
    model = trainer.model if trainer is not None else what
    states = states_of_gpus(model) if isinstance(model, torch.nn.Module) else {}
    batches = trainer.get_train_dataloader() if trainer is not None else train_set
    if not isinstance(model, torch.nn.Module) or batches is None:
        raise WrongUse(
            N_(
                "`look` takes a `Trainer`, or a model and the batches that it is trained with: `look(model, train_set)`."
            )
        )
    if trainer is not None:
        watch.trainers.append(trainer)
        # the older name warns where the newer one is there
        name = "processing_class" if hasattr(trainer, "processing_class") else "tokenizer"
        tokenizer = getattr(trainer, name, None)
        if tokenizer is not None:
            watch.tokenizers.append(tokenizer)
    random, training = torch.get_rng_state(), model.training
    gradients = [parameter.grad for parameter in model.parameters()]
    try:
        with watch:
            one_batch(model, batches, trainer)
    except Exception as raised:
        return raised
    finally:
        torch.set_rng_state(random)
        for device, state in states.items():
            # the look itself may have met the error after which a GPU answers no more
            with suppress(RuntimeError):
                torch.cuda.set_rng_state(state, device)
        model.train(training)
        for parameter, gradient in zip(model.parameters(), gradients, strict=True):
            parameter.grad = gradient
    return None


def states_of_gpus(model: Any) -> dict[Any, Any]:
    """The state of the random numbers of each GPU that a model is on.

    Raises:
        WrongUse: an earlier error has left a GPU unusable for this process.
    """
    import torch

    devices = {each.device for each in model.parameters() if each.device.type == "cuda"}
    try:
        for device in devices:
            torch.cuda.synchronize(device)
        return {device: torch.cuda.get_rng_state(device) for device in devices}
    except RuntimeError as error:
        raise WrongUse(
            N_(
                "The GPU answers this process only with errors, because a calculation failed on it before. Restart the kernel, run the cells up to the training again, and call `look` before you train."
            )
        ) from error


def one_batch(model: Any, batches: Iterable[Any], trainer: Any) -> None:
    """Let one batch go through a model and back."""
    model.train()
    for parameter in model.parameters():
        parameter.grad = None
    batch = next(iter(batches))
    device = next(model.parameters()).device
    if trainer is not None:
        loss = trainer.compute_loss(model, trainer._prepare_inputs(batch))
    else:
        moved = {name: value.to(device) if hasattr(value, "to") else value for name, value in batch.items()}
        loss = model(**moved).loss
    loss.backward()


def look_at_keras(watch: Watch, model: Any, batches: Iterable[Any]) -> Exception | None:
    """Let one batch go through a compiled Keras model and back; the error, if it raised one."""
    import tensorflow as tf

    watch.fits.append({"x": batches})
    try:
        batch = next(iter(batches))
        inputs, labels = batch if isinstance(batch, tuple) else (batch, None)
        with watch, tf.GradientTape() as tape:
            outputs = model(inputs, training=True)
            loss = getattr(outputs, "loss", None)
            if loss is None:
                loss = model.compiled_loss(labels, getattr(outputs, "logits", outputs))
            tape.gradient(loss, model.trainable_variables)
    except Exception as raised:
        return raised
    return None
