"""Calls `find_bad_rows` with small models and batches of tensors."""

from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf
from transformers import BertConfig, TFBertForSequenceClassification


def small_bert(vocabulary: int, labels: int, seed: int) -> Any:
    """A model in which nan stays nan: in a graph, the head of DistilBERT makes 0 of it."""
    tf.keras.utils.set_random_seed(seed)
    config = BertConfig(
        vocab_size=vocabulary,
        num_labels=labels,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
    )
    model = TFBertForSequenceClassification(config)
    model(model.dummy_inputs)
    return model


def found(answer: ModuleType, scenes: list[dict[str, Any]]) -> dict[str, Any]:
    handed = {}
    for place, scene in enumerate(scenes):
        model = small_bert(scene["vocabulary"], scene["labels"], scene["seed"])
        embeddings = model.get_input_embeddings().weight
        weights = embeddings.numpy()
        weights[scene["broken"]] = np.inf
        embeddings.assign(weights)
        batches = [{key: tf.constant(value) for key, value in batch.items()} for batch in scene["batches"]]
        handed[str(place)] = answer.find_bad_rows(model, batches)
    return handed


def one_batch(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return found(answer, given["one-batch"])


def several_batches(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return found(answer, given["several-batches"])


def other_models(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return found(answer, given["other-models"])


def nan_logits(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return found(answer, given["nan-logits"])
