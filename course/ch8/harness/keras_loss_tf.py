"""Trains a small model with the answer's `make_train_set` and `compile_model` in the place of the script's."""

from types import ModuleType
from typing import Any

import tensorflow as tf

from course.ch8.harness import _toy_tf

STEPS = 16
RATE = 1e-2


def _train_set(answer: ModuleType, given: dict[str, Any]) -> Any:
    sets = _toy_tf.data_sets(given["rows"], given["labels"])
    return answer.make_train_set(sets, _toy_tf.COLUMNS, _toy_tf.collator())


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    batch = next(iter(_train_set(answer, given)))
    paired = isinstance(batch, tuple) and len(batch) > 1
    inputs, targets = batch[:2] if paired else (batch, None)
    if isinstance(targets, dict):
        targets = next(iter(targets.values()))
    # a single column comes without its name
    if not isinstance(inputs, dict):
        inputs = {"input_ids": inputs}
    return {
        "paired": paired,
        "names": sorted(inputs),
        "ids": inputs["input_ids"],
        "mask": inputs.get("attention_mask"),
        "targets": targets,
    }


def logits(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = _toy_tf.model(labels=3, seed=given["seed"])
    inputs = _toy_tf.padded(given["rows"])
    targets = tf.constant(given["labels"])
    # before the answer has the model in its hands
    outputs = model(inputs).logits.numpy()
    answer.compile_model(model, tf.keras.optimizers.legacy.Adam(RATE))
    model.reset_metrics()
    return {
        "loss": model.test_step((inputs, targets))["loss"],
        "logits": outputs,
        "own": bool(model._using_dummy_loss),
    }


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = _toy_tf.model(labels=3)
    optimizer = tf.keras.optimizers.legacy.Adam(RATE)
    answer.compile_model(model, optimizer)
    losses = _toy_tf.losses_of_training(model, _train_set(answer, given), STEPS)
    return {
        "losses": losses,
        "steps": optimizer.iterations,
        "logits": model(_toy_tf.padded(given["unseen"])).logits,
    }
