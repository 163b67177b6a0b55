"""What the harnesses for TensorFlow share: they watch its optimizers, and let a model predict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import tensorflow as tf

from course.cases.harness._run import Ran

LONGEST = 32
"""The most tokens that the models take."""
KINDS = tf.keras.optimizers.Optimizer, tf.keras.optimizers.legacy.Optimizer
"""The classes that every optimizer of Keras 2 is of."""


@contextmanager
def training_watched(ran: Ran) -> Iterator[None]:
    """Note the learning rate of each step of any optimizer, and how many parameters it trains.

    A step mostly runs in a graph, where no Python is called. So each optimizer is noted when it is made, and asked at the end.
    """
    made: dict[int, Any] = {}
    with ExitStack() as stack:
        for kind in KINDS:
            stack.enter_context(patch.object(kind, "__init__", _noting(kind.__init__, made)))
            stack.enter_context(patch.object(kind, "apply_gradients", _counting(kind.apply_gradients, ran)))
        yield
    for optimizer in made.values():
        ran.rates += rates(optimizer)


def _noting(initialize: Any, made: dict[int, Any]) -> Any:
    def noting(self: Any, *arguments: Any, **options: Any) -> None:
        initialize(self, *arguments, **options)
        made[id(self)] = self

    return noting


def _counting(apply: Any, ran: Ran) -> Any:
    """A method that notes how many parameters an optimizer trains; it is called once where a step is traced."""

    def counting(self: Any, grads_and_vars: Any, *arguments: Any, **options: Any) -> Any:
        pairs = list(grads_and_vars)
        sizes = [int(np.prod(variable.shape)) for gradient, variable in pairs if gradient is not None]
        ran.trained = max(ran.trained, sum(sizes))
        return apply(self, pairs, *arguments, **options)

    return counting


def rates(optimizer: Any) -> list[float]:
    """The learning rate of each step that an optimizer took: by its schedule, or else the one that it has now."""
    steps = range(int(optimizer.iterations))
    rate = optimizer.get_config()["learning_rate"]
    if isinstance(rate, Mapping):
        schedule = tf.keras.optimizers.schedules.deserialize(rate)
        return [float(schedule(step)) for step in steps]
    return [float(rate)] * len(steps)


def rows_in_batch(batches: Any) -> int:
    """The number of rows in the first batch of a data set."""
    for batch in batches.take(1):
        return int(tf.nest.flatten(batch)[0].shape[0])
    return 0


def first_inputs(batches: Any) -> Any:
    """The inputs of the first batch of a data set, whether they stand alone or beside the labels."""
    batch = next(iter(batches.take(1)))
    return batch[0] if isinstance(batch, tuple) else batch


def rows_in_set(batches: Any) -> int:
    """The number of rows in all batches of a data set."""
    return sum(int(tf.nest.flatten(batch)[0].shape[0]) for batch in batches)


def predicted_labels(model: Any, tokenizer: Any, texts: Sequence[str]) -> list[int]:
    """The label that a model of sequence classification predicts for each text."""
    found: list[int] = []
    for start in range(0, len(texts), 32):
        batch = tokenizer(
            list(texts[start : start + 32]),
            truncation=True,
            max_length=LONGEST,
            padding=True,
            return_tensors="np",
        )
        inputs = {name: batch[name] for name in ("input_ids", "attention_mask")}
        logits = model(inputs, training=False).logits
        found += np.argmax(logits, axis=-1).tolist()
    return found
