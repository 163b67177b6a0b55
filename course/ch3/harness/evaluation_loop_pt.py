"""Calls `evaluate_model` on a small model, and notes what the model sees and how it is left."""

from types import ModuleType
from typing import Any

import evaluate
import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from transformers.modeling_outputs import SequenceClassifierOutput

from course.ch3.harness._table import Table, loader
from course.paths import ASSETS

METRIC = str(ASSETS / "metrics" / "glue")
COPIES = (torch.as_tensor, torch.asarray, torch.tensor)
"""Functions that make a tensor of another one."""
ELSEWHERE = 4
"""What is added to the state of a pass if something in the batch is not on the model's device; see GRADIENTS."""
GRADIENTS = 2
"""What is added if PyTorch records gradients; and 1, if dropout is on."""


class Elsewhere(Tensor):
    """A tensor on another device, as far as can be had with one device: it has to be moved."""

    def to(self, *arguments: Any, **named: Any) -> Tensor:
        return self.as_subclass(Tensor).to(*arguments, **named)

    def cpu(self, *arguments: Any, **named: Any) -> Tensor:
        return self.as_subclass(Tensor)


class Copied(TorchFunctionMode):
    """Takes a copy that is made on a device that is named, as by `torch.as_tensor(…, device=…)`, for moved."""

    def __torch_function__(self, function: Any, types: Any, given: Any = (), named: Any = None) -> Any:
        made = function(*given, **(named or {}))
        return made.as_subclass(Tensor) if function in COPIES and "device" in (named or {}) else made


class Signed(Table):
    """Turns the logits of some examples round: of other examples in each state, so that the scores tell of the state.

    Args:
        signs: 1 or -1 for each state and for the first token of an example.
    """

    def __init__(self, table: Any, dropout: Any, signs: Any) -> None:
        super().__init__(table, dropout)
        self.signs = torch.tensor(signs, dtype=torch.float32)

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor | None = None,
        labels: Tensor | None = None,
        **ignored: Any,
    ) -> SequenceClassifierOutput:
        others = (attention_mask, labels)
        elsewhere = any(isinstance(each, Elsewhere) for each in (input_ids, *others))
        ids = input_ids.as_subclass(Tensor)
        output = super().forward(ids, *(None if each is None else each.as_subclass(Tensor) for each in others))
        self.passes[-1]["elsewhere"] = elsewhere
        state = int(self.dropout.on) + GRADIENTS * output.logits.requires_grad + ELSEWHERE * elsewhere
        output.logits = output.logits * self.signs[state, ids][:, :1]
        return output


def _evaluate(answer: ModuleType, given: dict[str, Any], model: Table, place: int, kind: type[Tensor] = Tensor) -> Any:
    rows = given["sets"][place]
    batches = loader(rows["ids"], rows["labels"], given["batch_size"], kind)
    metric = evaluate.load(METRIC, "mrpc", keep_in_memory=True)
    return answer.evaluate_model(model, batches, metric)


def _model(given: dict[str, Any], states: bool = False) -> Signed:
    """A model that gives the same logits in all states, or with `states` others in each."""
    signs = given["signs"]
    return Signed(given["table"], given["dropout"], signs if states else [signs[0]] * len(signs))


def scores(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = _model(given).eval()
    return {"scores": _evaluate(answer, given, model, 0)}


def forward_passes(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    model = _model(given, states=True).train()
    with Copied():
        scores = _evaluate(answer, given, model, 1, Elsewhere)
    return {
        "scores": scores,
        "dropout": [int(each["dropout"]) for each in model.passes],
        "gradients": [int(each["gradients"]) for each in model.passes],
        "elsewhere": [int(each["elsewhere"]) for each in model.passes],
    }


def as_found(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    torch.set_grad_enabled(True)
    training = _model(given).train()
    trained = _evaluate(answer, given, training, 1)
    gradients_on = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    evaluating = _model(given).eval()
    evaluated = _evaluate(answer, given, evaluating, 1)
    torch.set_grad_enabled(True)
    logits = _logits(training)
    trainable = all(weight.requires_grad for weight in training.parameters())
    gradient = None
    if trainable:
        (gradient,) = torch.autograd.grad(logits.sum(), training.table.weight)
    return {
        "gradients_on": gradients_on,
        "mode": training.training,
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
