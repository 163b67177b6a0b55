"""Calls `evaluate_model` on a small model, and notes what the model sees and how it is left."""

from types import ModuleType
from typing import Any

import evaluate
import torch
from torch import Tensor
from transformers.modeling_outputs import SequenceClassifierOutput

from course.ch3.harness._table import Table, loader
from course.paths import ASSETS

METRIC = str(ASSETS / "metrics" / "glue")


class Confused(Table):
    """Takes one label for the other while dropout or gradients are on, so that its scores tell of both."""

    def forward(self, *arguments: Any, **named: Any) -> SequenceClassifierOutput:
        output = super().forward(*arguments, **named)
        if self.dropout.training or output.logits.requires_grad:
            output.logits = -output.logits
        return output


def _evaluate(answer: ModuleType, given: dict[str, Any], model: Table, place: int) -> Any:
    rows = given["sets"][place]
    batches = loader(rows["ids"], rows["labels"], given["batch_size"])
    metric = evaluate.load(METRIC, "mrpc", keep_in_memory=True)
    return answer.evaluate_model(model, batches, metric)


def scores(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = Table(given["table"], given["dropout"]).eval()
    return {"scores": _evaluate(answer, given, model, 0)}


def forward_passes(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = Confused(given["table"], given["dropout"]).train()
    scores = _evaluate(answer, given, model, 1)
    return {
        "scores": scores,
        "dropout": [int(each["dropout"]) for each in model.passes],
        "gradients": [int(each["gradients"]) for each in model.passes],
    }


def as_found(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    torch.set_grad_enabled(True)
    training = Table(given["table"], given["dropout"]).train()
    trained = _evaluate(answer, given, training, 1)
    gradients_on = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    evaluating = Table(given["table"], given["dropout"]).eval()
    evaluated = _evaluate(answer, given, evaluating, 1)
    torch.set_grad_enabled(True)
    logits = _logits(training)
    trainable = all(weight.requires_grad for weight in training.parameters())
    gradient = None
    if trainable:
        (gradient,) = torch.autograd.grad(logits.sum(), training.table.weight)
    return {
        "gradients_on": gradients_on,
        "trained": trained,
        "evaluated": evaluated,
        "training": logits,
        "evaluating": _logits(evaluating),
        "gradient": gradient,
    }


def _logits(model: Table) -> Tensor:
    """The logits of each token alone."""
    tokens = torch.arange(model.table.num_embeddings)
    with torch.enable_grad():
        output = model(tokens.unsqueeze(1).to(model.device))
    logits: Tensor = output.logits
    return logits
