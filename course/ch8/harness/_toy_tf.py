"""The rows of a draw as the working script has them, and a small model for them."""

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
    made = small_tf(
        len(TOKENIZER),
        labels,
        seed=seed,
        n_layers=0,
        initializer_range=0.2,
        **settings,
    )
    tf.config.run_functions_eagerly(True)
    return made


def losses_of_training(model: Any, train_set: Any, steps: int) -> list[float]:
    """Train for some steps, and return the loss of each, in nats."""
    losses: list[float] = []
    model.fit(
        train_set.repeat(),
        steps_per_epoch=steps,
        verbose=0,
        callbacks=[keras_callback(losses.append)],
    )
    return losses
