"""Has `make_labelled_model` load a small checkpoint for two features, and looks at the models."""

import tempfile
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import torch
from datasets import ClassLabel
from transformers import PreTrainedModel
from transformers.utils import logging

from course.ch8.harness.models import save_checkpoint

logging.disable_progress_bar()


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    inputs = torch.tensor(given["inputs"])

    def look(model: Any) -> dict[str, Any]:
        seen = {
            "kind": type(model).__name__,
            # an object can lie about its class, but not to type()
            "is_model": issubclass(type(model), PreTrainedModel),
        }
        if not seen["is_model"]:
            return seen
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
        weight = model.get_input_embeddings().weight
        return {"embeddings": weight.float()}

    return look_at_both(answer, given, look)


def weigh(model: Any, weights: dict[str, Any]) -> None:
    """Give a model the weights that are drawn for it, as far as it has places for them, and no others."""
    model.float().eval()
    drawn = {
        "word_embeddings.weight": weights["words"],
        "pre_classifier.weight": weights["hidden"].T,
        "classifier.weight": weights["head"].T,
        "LayerNorm.weight": np.ones(len(weights["hidden"])),
    }
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.zero_()
            for end, values in drawn.items():
                if name.endswith(end):
                    shape = tuple(parameter.shape)
                    chosen = values[: shape[0]]
                    if chosen.shape == shape:
                        parameter.copy_(torch.tensor(chosen))
                    break


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
