"""Has `make_labelled_model` load a small checkpoint for two features, and looks at the models."""

import tempfile
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf
from datasets import ClassLabel
from transformers import TFPreTrainedModel

from course.ch8.harness.models import save_checkpoint


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    inputs = tf.constant(given["inputs"])

    def look(model: Any) -> dict[str, Any]:
        seen = {
            "kind": type(model).__name__,
            # an object can lie about its class, but not to type()
            "is_model": issubclass(type(model), TFPreTrainedModel),
        }
        if not seen["is_model"]:
            return seen
        model(inputs)  # makes the weights
        weigh(model, given["weights"])
        logits = getattr(model(inputs), "logits", None)
        return {
            **seen,
            "num_labels": model.config.num_labels,
            "logits": [] if logits is None else list(logits.shape),
            "values": logits,
        }

    return look_at_both(answer, given, look)


def names(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    def look(model: Any) -> dict[str, Any]:
        names_of = model.config.id2label
        if isinstance(names_of, dict):
            # keys are handed over as text: '0' in quotes is not 0
            names_of = {as_text(key): names_of[key] for key in names_of}
        return {"id2label": names_of, "label2id": model.config.label2id}

    return look_at_both(answer, given, look)


def weights(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    def look(model: Any) -> dict[str, Any]:
        model(model.dummy_inputs)
        return {"embeddings": model.get_input_embeddings().weight}

    return look_at_both(answer, given, look)


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


def as_text(key: Any) -> str:
    """A number as such, text in quotes; of anything else, which could say that it is either, the kind."""
    known = type(key) in (int, str)
    return repr(key) if known else type(key).__name__


def look_at_both(
    answer: ModuleType,
    given: dict[str, Any],
    look: Callable[[Any], dict[str, Any]],
) -> dict[str, Any]:
    """Have a model made for each of the two features; gives what `look` sees of each."""
    seen = {}
    for name in ("first", "second"):
        feature = ClassLabel(names=given[name])
        # a file that is still mapped into memory cannot be deleted on Windows
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as checkpoint:
            save_checkpoint(checkpoint, given["embeddings"])
            model = answer.make_labelled_model(checkpoint, feature)
            seen[name] = look(model)
    return seen
