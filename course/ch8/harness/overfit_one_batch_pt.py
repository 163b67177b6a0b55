"""Calls `can_learn` with models of two layers, small enough for hundreds of steps."""

from types import ModuleType
from typing import Any

import torch
from transformers import PretrainedConfig
from transformers.modeling_outputs import SequenceClassifierOutput


class Watch:
    """The classifier of a model, or of a copy of it, after its first change in a call: labels x dimensions, or None."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.models: list[Any] = []
        self.before: Any = None
        self.moved: Any = None

    def look(self, *more: Any) -> None:
        self.models += [model for model in more if all(model is not known for known in self.models)]
        for model in self.models if self.moved is None else []:
            weights = model.classifier.weight.detach()
            if self.before is None:
                self.before = weights.clone()
            elif not torch.equal(self.before, weights):
                self.moved = weights.clone()


WATCH = Watch()


class WatchedSGD(torch.optim.SGD):
    """Plain gradient descent, seen by `WATCH` after each step."""

    def step(self, closure: Any = None) -> Any:
        result = super().step(closure)
        WATCH.look()
        return result


class MeanOfEmbeddings(torch.nn.Module):
    """The logits are the mean of a row's embeddings times the weights of a classifier."""

    def __init__(self, embeddings: Any, classifier: Any) -> None:
        super().__init__()
        count = classifier.shape[1]
        self.config = PretrainedConfig(num_labels=count)
        self.embeddings = torch.nn.Embedding(*embeddings.shape)
        self.classifier = torch.nn.Linear(embeddings.shape[1], count, bias=False)
        self.embeddings.weight.data = torch.tensor(embeddings)
        self.classifier.weight.data = torch.tensor(classifier).T.contiguous()

    def forward(self, input_ids: Any, attention_mask: Any, labels: Any = None) -> Any:
        WATCH.look(self)
        mask = attention_mask[..., None].float()
        total = (self.embeddings(input_ids) * mask).sum(dim=1)
        logits = self.classifier(total / mask.sum(dim=1))
        loss = None
        if labels is not None:
            loss = torch.nn.functional.cross_entropy(logits, labels)
        return SequenceClassifierOutput(loss=loss, logits=logits)


def tried(answer: ModuleType, trial: dict[str, Any]) -> tuple[Any, Any]:
    """Call `can_learn` for one trial; gives its result, and the model as it was left."""
    model = MeanOfEmbeddings(trial["embeddings"], trial["classifier"])
    model.embeddings.requires_grad_(not trial["frozen"])
    model.train(trial["training"])
    batch = {key: torch.tensor(value) for key, value in trial["batch"].items()}

    def make_optimizer(parameters: Any) -> Any:
        return WatchedSGD(parameters, lr=trial["rate"], weight_decay=trial["decay"], momentum=trial["momentum"])

    WATCH.start()
    return answer.can_learn(model, batch, make_optimizer), model


def batches(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {str(place): tried(answer, trial)[0] for place, trial in enumerate(given["batches"])}


def learning_rates(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {str(place): tried(answer, trial)[0] for place, trial in enumerate(given["learning-rates"])}


def as_found(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    handed = {}
    for place, trial in enumerate(given["as-found"]):
        verdict, model = tried(answer, trial)
        embeddings = model.embeddings.weight
        classifier = model.classifier.weight
        gradients = [float(weight.grad.abs().max()) for weight in model.parameters() if weight.grad is not None]
        handed[str(place)] = {
            "verdict": verdict,
            "embeddings": embeddings,
            "classifier": classifier.T,
            "moved classifier": None if WATCH.moved is None else WATCH.moved.T,
            "trainable embeddings": embeddings.requires_grad,
            "trainable classifier": classifier.requires_grad,
            "training": model.training,
            "largest gradient": max(gradients, default=0.0),
        }
    return handed
