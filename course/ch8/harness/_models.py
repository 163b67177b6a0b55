"""Small DistilBERT models for harnesses: the real classes, of a size that takes milliseconds where the checkpoint takes seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZES = {
    "dim": 32,
    "hidden_dim": 64,
    "n_heads": 2,
    "n_layers": 2,
    "max_position_embeddings": 128,
}
CALM = {
    "dropout": 0.0,
    "attention_dropout": 0.0,
    "seq_classif_dropout": 0.0,
}
"""No dropout, so that the same input gives the same output."""


def small_pt(vocabulary: int, labels: int, seed: int, **settings: Any) -> Any:
    """A `DistilBertForSequenceClassification` with weights drawn from the seed, in evaluation mode."""
    import torch
    from transformers import DistilBertConfig, DistilBertForSequenceClassification

    torch.manual_seed(seed)
    config = DistilBertConfig(
        vocab_size=vocabulary,
        num_labels=labels,
        **{**SIZES, **CALM, **settings},
    )
    return DistilBertForSequenceClassification(config).eval()


def small_tf(vocabulary: int, labels: int, seed: int, **settings: Any) -> Any:
    """A `TFDistilBertForSequenceClassification` with weights drawn from the seed, built."""
    import tensorflow as tf
    from transformers import DistilBertConfig, TFDistilBertForSequenceClassification

    tf.keras.utils.set_random_seed(seed)
    config = DistilBertConfig(
        vocab_size=vocabulary,
        num_labels=labels,
        **{**SIZES, **CALM, **settings},
    )
    model = TFDistilBertForSequenceClassification(config)
    model(model.dummy_inputs)
    return model


def save_checkpoint(directory: str, embeddings: NDArray[np.float32]) -> None:
    """Write a checkpoint of a body without a head or layers, as `save_pretrained` of PyTorch does; needs no framework.

    Args:
        embeddings: of the words, words x dim.
    """
    from safetensors.numpy import save_file
    from transformers import DistilBertConfig

    words, dim = embeddings.shape
    config = DistilBertConfig(vocab_size=words, **{**SIZES, "dim": dim, "n_layers": 0})
    config.architectures = ["DistilBertModel"]
    config.save_pretrained(directory)
    weights = {
        "word_embeddings.weight": embeddings,
        "position_embeddings.weight": np.zeros((config.max_position_embeddings, dim), np.float32),
        "LayerNorm.weight": np.ones(dim, np.float32),
        "LayerNorm.bias": np.zeros(dim, np.float32),
    }
    file = Path(directory) / "model.safetensors"
    save_file(
        {f"embeddings.{name}": weight for name, weight in weights.items()},
        file,
        metadata={"format": "pt"},
    )
