"""Compiles small models with the answer's `compile_model`, and looks at their losses."""

from types import ModuleType
from typing import Any

import tensorflow as tf

from course.ch8.harness import _toy_tf

RATE = 1e-2


def _loss(answer: ModuleType, given: dict[str, Any], model: Any, targets: Any) -> dict[str, Any]:
    inputs = _toy_tf.padded(given["rows"][: len(targets)])
    # before the answer has the model in its hands
    outputs = model(inputs).logits.numpy()
    answer.compile_model(model, tf.keras.optimizers.legacy.Adam(RATE))
    if model.compiled_loss is None:
        return {"compiled": False}
    model.reset_metrics()
    batch = {**inputs, "labels": tf.constant(targets)}
    loss = model.test_step(batch)["loss"]
    return {"compiled": True, "loss": loss, "logits": outputs, "without loss": _toy_tf.without_loss(model)}


def loss(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = _toy_tf.model(labels=3, seed=given["seed"])
    return _loss(answer, given, model, given["labels"])


def any_task(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = _toy_tf.model(labels=1, seed=given["seed"])
    return _loss(answer, given, model, given["scores"])


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    # without Python in TensorFlow's threads, which `to_tf_dataset` has: after an error, a training was once left waiting
    columns = {**_toy_tf.padded(given["rows"]), "labels": tf.constant(given["labels"])}
    train_set = tf.data.Dataset.from_tensor_slices(columns).shuffle(len(given["rows"])).batch(_toy_tf.BATCH)
    return _toy_tf.trained(answer, given, train_set)
