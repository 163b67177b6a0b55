"""Has `make_labelled_model` load a small checkpoint for two features, and looks at the models."""

from types import ModuleType
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedModel
from transformers.utils import logging

from course.ch8.harness import label_count

logging.disable_progress_bar()

names = label_count.names


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    inputs = torch.tensor(given["inputs"])

    def logits_of(model: Any) -> Any:
        weigh(model, given["weights"])
        return getattr(model(inputs), "logits", None)

    def look(model: Any) -> dict[str, Any]:
        return label_count.look_at_logits(model, PreTrainedModel, logits_of)

    return label_count.look_at_both(answer, given, look)


def weights(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    def look(model: Any) -> dict[str, Any]:
        weight = model.get_input_embeddings().weight
        return {"embeddings": weight.float()}

    return label_count.look_at_both(answer, given, look)


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
