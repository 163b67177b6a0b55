"""Has `make_labelled_model` load a small checkpoint for two features, and looks at the models."""

from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf
from transformers import TFPreTrainedModel

from course.ch8.harness import label_count

names = label_count.names


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    inputs = tf.constant(given["inputs"])

    def logits_of(model: Any) -> Any:
        model(inputs)  # makes the weights
        weigh(model, given["weights"])
        return getattr(model(inputs), "logits", None)

    def look(model: Any) -> dict[str, Any]:
        return label_count.look_at_logits(model, TFPreTrainedModel, logits_of)

    return label_count.look_at_both(answer, given, look)


def weights(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    def look(model: Any) -> dict[str, Any]:
        model(model.dummy_inputs)
        return {"embeddings": model.get_input_embeddings().weight}

    return label_count.look_at_both(answer, given, look)


def weigh(model: Any, weights: dict[str, Any]) -> None:
    """Give a model the weights that are drawn for it, as far as it has places for them, and no others."""
    drawn = {
        "word_embeddings/weight:0": weights["words"],
        "pre_classifier/kernel:0": weights["hidden"],
        "classifier/kernel:0": weights["head"],
        "LayerNorm/gamma:0": np.ones(len(weights["hidden"])),
    }
    for variable in model.variables:
        shape = tuple(variable.shape)
        values = np.zeros(shape)
        for end, each in drawn.items():
            if variable.name.endswith(end):
                chosen = each[..., : shape[-1]]
                values = chosen if chosen.shape == shape else values
                break
        variable.assign(values)
