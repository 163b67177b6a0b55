"""Has `make_labelled_model` load a small checkpoint for two features, and looks at the models."""

import tempfile
from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch
from datasets import ClassLabel
from transformers import PreTrainedModel
from transformers.utils import logging

from course.grading.models import save_checkpoint

logging.disable_progress_bar()


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    inputs = torch.tensor(given["inputs"])

    def look(model: Any) -> dict[str, Any]:
        seen = {
            "kind": type(model).__name__,
            "is_model": isinstance(model, PreTrainedModel),
        }
        if not seen["is_model"]:
            return seen
        logits = getattr(model(inputs), "logits", None)
        return {
            **seen,
            "num_labels": model.config.num_labels,
            "logits": [] if logits is None else list(logits.shape),
        }

    return look_at_both(answer, given, look)


def names(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    def look(model: Any) -> dict[str, Any]:
        names_of = model.config.id2label
        if isinstance(names_of, dict):
            # keys are handed over as text: '0' in quotes is not 0
            names_of = {repr(key): names_of[key] for key in names_of}
        return {"id2label": names_of, "label2id": model.config.label2id}

    return look_at_both(answer, given, look)


def weights(
    answer: ModuleType, given: dict[str, Any]
) -> dict[str, Any]:
    def look(model: Any) -> dict[str, Any]:
        weight = model.get_input_embeddings().weight
        return {"embeddings": weight.float()}

    return look_at_both(answer, given, look)


def look_at_both(
    answer: ModuleType,
    given: dict[str, Any],
    look: Callable[[Any], dict[str, Any]],
) -> dict[str, Any]:
    """What is seen of the model made for each of the two features."""
    seen = {}
    for name in ("first", "second"):
        feature = ClassLabel(names=given[name])
        # a file that is still mapped into memory cannot be deleted on Windows
        with tempfile.TemporaryDirectory(
            ignore_cleanup_errors=True
        ) as checkpoint:
            save_checkpoint(checkpoint, given["embeddings"])
            model = answer.make_labelled_model(checkpoint, feature)
            seen[name] = look(model)
    return seen
