"""Calls the function of `make_padder` with rows of different lengths, and a small model with what it returns."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import (
    PreTrainedTokenizerFast,
    TFDistilBertForSequenceClassification,
)

from course.ch8.harness.models import small_tf


def rows(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for name in ("short", "long"):
        batch = padded(answer, given, name)
        if not isinstance(batch, Mapping):
            seen[name] = batch
            continue
        ids = batch.get("input_ids")
        kind = f"{type(ids).__module__}.{type(ids).__name__}"
        seen[name] = {
            "kind": kind.removeprefix("builtins."),
            "expected": "tf.Tensor",
            "is_tensor": tf.is_tensor(ids) or isinstance(ids, np.ndarray),
            "shape": list(getattr(ids, "shape", [])),
            "input_ids": ids,
        }
    return seen


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {"batch": padded(answer, given, "short")}


def logits(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    batch = padded(answer, given, "short")
    model: TFDistilBertForSequenceClassification = small_tf(
        given["vocabulary"],
        given["labels"],
        given["seed"],
        n_layers=1,
        # large enough for what is attended to to matter
        initializer_range=0.2,
        pad_token_id=given["pad"],
    )
    inputs = {name: batch[name] for name in ("input_ids", "attention_mask") if name in batch}
    alone = [model(input_ids=tf.constant([row["input_ids"]])).logits[0] for row in given["short"]]
    return {
        "alone": tf.stack(alone),
        "together": model(**inputs).logits,
        "has_mask": "attention_mask" in batch,
        "mask": batch.get("attention_mask"),
        "shape": list(batch["input_ids"].shape),
    }


def padded(answer: ModuleType, given: dict[str, Any], name: str) -> Any:
    """Call the learner's function with a copy of the rows; gives the batch."""
    words = {f"word{token}": token for token in range(given["vocabulary"])}
    words["[PAD]"] = words.pop(f"word{given['pad']}")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(WordLevel(words, unk_token="word0")),
        pad_token="[PAD]",
        model_input_names=["input_ids", "attention_mask"],
    )
    features = [{"input_ids": list(row["input_ids"]), "label": row["label"]} for row in given[name]]
    return answer.make_padder(tokenizer)(features)
