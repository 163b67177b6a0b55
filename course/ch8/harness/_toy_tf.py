"""The rows of a draw as the working script has them, and a small model for them."""

from types import ModuleType
from typing import Any

import tensorflow as tf
from datasets import Dataset, DatasetDict
from transformers import AutoTokenizer, DataCollatorWithPadding

from course.ch8.harness._models import small_tf
from course.losses import keras_callback
from course.paths import ASSETS

TOKENIZER = AutoTokenizer.from_pretrained(ASSETS / "checkpoint")
COLUMNS = [*TOKENIZER.model_input_names, "labels"]
BATCH = 16
STEPS = 16


def data_sets(rows: list[list[int]], labels: Any) -> DatasetDict:
    """Tokenized rows with their labels, as the one split `train`."""
    columns = {
        "input_ids": rows,
        "attention_mask": [[1] * len(row) for row in rows],
        "labels": [int(label) for label in labels],
    }
    return DatasetDict(train=Dataset.from_dict(columns))


def collator() -> DataCollatorWithPadding:
    return DataCollatorWithPadding(TOKENIZER, return_tensors="np")


def padded(rows: list[list[int]]) -> dict[str, Any]:
    """`input_ids` and `attention_mask` (rows x longest, int64)."""
    batch = collator()([{"input_ids": row} for row in rows])
    return {name: tf.constant(batch[name]) for name in batch}


def model(labels: int, seed: int = 0, **settings: Any) -> Any:
    """A model that reads a row's first word alone, whose logits are well apart from the start."""
    return small_tf(
        len(TOKENIZER),
        labels,
        seed=seed,
        n_layers=0,
        initializer_range=0.2,
        **settings,
    )


def without_loss(model: Any) -> bool:
    """Whether a model was compiled without any loss, not even its own."""
    return not model.loss


def trained(answer: ModuleType, given: dict[str, Any], train_set: Any) -> dict[str, Any]:
    """Train a small model that the answer's `compile_model` has compiled, with Adam and the learning rate of the draw.

    What is handed over: the loss of each step, in nats; the logits of the unseen rows; how far the first step moved the
    biases of the head, each of which Adam moves by the learning rate; and how many steps the optimizer took.
    """
    made = model(labels=3)
    optimizer = tf.keras.optimizers.legacy.Adam(given["rate"])
    answer.compile_model(made, optimizer)
    if made.compiled_loss is None:
        return {"compiled": False}
    # to trace the step takes longer than to run it
    made.run_eagerly = True
    before = made.classifier.bias.numpy()
    losses: list[float] = []
    moved = before
    for steps in (1, STEPS - 1):
        made.fit(
            train_set.repeat(),
            steps_per_epoch=steps,
            verbose=0,
            callbacks=[keras_callback(losses.append)],
        )
        if steps == 1:
            moved = made.classifier.bias.numpy() - before
    return {
        "compiled": True,
        "trainable": len(made.trainable_variables),
        "losses": losses,
        "moved": moved,
        "steps": optimizer.iterations,
        "logits": made(padded(given["unseen"])).logits,
    }
