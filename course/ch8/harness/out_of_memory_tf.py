"""A model that counts the rows it holds, and a step that runs out of memory."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf
from transformers.modeling_tf_outputs import TFSequenceClassifierOutput

from course.ch8.harness._memory import Memory, Rows, searched

ERRORS = {
    "memory": lambda: tf.errors.ResourceExhaustedError(
        None, None, "OOM when allocating tensor with shape[64,128,3072]"
    ),
    "memory-too": lambda: tf.errors.ResourceExhaustedError(None, None, "failed to allocate memory [Op:AddV2]"),
    "other": lambda: tf.errors.InvalidArgumentError(None, None, "Received a label value of 2"),
}


class Model(tf.keras.Model):  # type: ignore[misc]
    """Logits are the mean of a row's tokens in a table, plus a shift, which is 0, times the factor of the pass."""

    def __init__(self, table: Any, memory: Memory) -> None:
        super().__init__()
        self.table = tf.Variable(table)
        self.shift = tf.Variable(tf.zeros(table.shape[1]))
        self.memory = memory

    def begin(self) -> tuple[Any, Any]:
        number, factor = self.memory.call()
        return np.int64(number), np.float32(factor)

    def call(
        self,
        input_ids: Any = None,
        attention_mask: Any = None,
        labels: Any = None,
        training: bool = False,
    ) -> TFSequenceClassifierOutput:
        if isinstance(input_ids, Mapping):
            return self.call(**input_ids)
        for name, value in (("attention_mask", attention_mask), ("labels", labels)):
            if value is None:
                raise TypeError(f"Model.call() missing 1 required positional argument: {name!r}")
        mask = tf.cast(attention_mask, tf.float32)[..., tf.newaxis]
        found = tf.gather(self.table, input_ids) * mask
        # a graph makes each pass only while it runs
        number, factor = tf.numpy_function(self.begin, [], [tf.int64, tf.float32])
        logits = tf.reduce_sum(found, 1) / tf.reduce_sum(mask, 1) + factor * self.shift
        logits = tf.ensure_shape(logits, [None, self.table.shape[1]])
        rows = Rows(self.memory, input_ids.shape[0] or 0)
        seen = self.memory.seen

        def held(logits: Any) -> Any:
            def released(gradient: Any) -> Any:
                rows.release()
                # a graph knows the tokens only while it runs
                tf.numpy_function(
                    lambda number, first: seen.append([int(number), *first.tolist()]),
                    [number, input_ids[:, 0]],
                    [],
                )
                return gradient

            return tf.identity(logits), released

        logits = tf.custom_gradient(held)(logits)
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        return TFSequenceClassifierOutput(loss=loss, logits=logits)


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
    optimizer = tf.keras.optimizers.SGD(given["learning_rate"])
    batch = {name: tf.constant(each) for name, each in given["batch"].items()}
    answer.accumulated_step(model, optimizer, batch, given["pieces"])
    return {
        "table": model.table.numpy(),
        "shift": model.shift.numpy(),
        "changes": memory.changes,
        "seen": dict(enumerate(memory.seen)),
        "steps": int(optimizer.iterations),
    }
