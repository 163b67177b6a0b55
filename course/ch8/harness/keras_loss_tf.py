"""Trains a small model with the answer's `make_train_set` and `compile_model` in the place of the script's."""

from types import ModuleType
from typing import Any

import tensorflow as tf

from course.ch8.harness import _toy_tf

RATE = 1e-2


def _train_set(answer: ModuleType, given: dict[str, Any]) -> Any:
    # under a seed, inputs and targets that are shuffled apart could come in the same order
    tf.random.set_seed(None)
    sets = _toy_tf.data_sets(given["rows"], given["labels"])
    return answer.make_train_set(sets, list(_toy_tf.COLUMNS), _toy_tf.collator())


def _parts(batch: Any) -> tuple[dict[str, Any], Any, bool]:
    """The inputs by name, the targets, and whether the batch is a pair of both."""
    paired = isinstance(batch, tuple) and len(batch) > 1
    inputs, targets = batch[:2] if paired else (batch, None)
    if isinstance(targets, dict):
        targets = next(iter(targets.values()))
    # a single column comes without its name
    if not isinstance(inputs, dict):
        inputs = {"input_ids": inputs}
    return inputs, targets, paired


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    train_set = _train_set(answer, given)
    seen = {"is_data_set": issubclass(type(train_set), tf.data.Dataset), "kind": type(train_set).__name__}
    if not seen["is_data_set"]:
        return seen
    batch = next(iter(train_set))
    inputs, targets, paired = _parts(batch)
    return {
        **seen,
        "swapped": paired and not isinstance(batch[0], dict) and isinstance(batch[1], dict) and "input_ids" in batch[1],
        "paired": paired,
        "names": sorted(inputs),
        "ids": inputs["input_ids"],
        "mask": inputs.get("attention_mask"),
        "targets": targets,
    }


def batches(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    passed: list[Any] = []
    rows = 0
    for batch in _train_set(answer, given):
        ids = _parts(batch)[0]["input_ids"]
        passed.append(ids)
        rows += len(ids)
        # a data set that repeats itself never ends
        if rows > len(given["rows"]):
            break
    return {"batches": passed}


def logits(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = _toy_tf.model(labels=3, seed=given["seed"])
    inputs = _toy_tf.padded(given["rows"])
    targets = tf.constant(given["labels"])
    # before the answer has the model in its hands
    outputs = model(inputs).logits.numpy()
    answer.compile_model(model, tf.keras.optimizers.legacy.Adam(RATE))
    if model.compiled_loss is None:
        return {"compiled": False}
    model.reset_metrics()
    return {
        "compiled": True,
        "loss": model.test_step((inputs, targets))["loss"],
        "logits": outputs,
        "own": bool(model._using_dummy_loss),
        "without loss": _toy_tf.without_loss(model),
    }


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return _toy_tf.trained(answer, given, _train_set(answer, given))
