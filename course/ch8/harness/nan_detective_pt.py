"""Calls `find_bad_rows` with small models and batches of tensors."""

from types import ModuleType
from typing import Any

import torch

from course.ch8.harness._models import small_pt


def found(answer: ModuleType, scenes: list[dict[str, Any]]) -> dict[str, Any]:
    handed = {}
    for place, scene in enumerate(scenes):
        model = small_pt(
            scene["vocabulary"],
            scene["labels"],
            scene["seed"],
            n_layers=1,
        )
        embeddings = model.get_input_embeddings()
        embeddings.weight.data[scene["broken"]] = torch.inf
        batches = [{key: torch.tensor(value) for key, value in batch.items()} for batch in scene["batches"]]
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
