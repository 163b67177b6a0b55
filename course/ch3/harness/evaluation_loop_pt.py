"""Calls `evaluate_model` on a small model, and notes what the model sees and how it is left."""

from types import ModuleType
from typing import Any

import evaluate

from course.ch3.harness.table import Table, loader
from course.sources import ASSETS

METRIC = str(ASSETS / "metrics" / "glue")


def _evaluate(
    answer: ModuleType, given: dict[str, Any], training: bool
) -> tuple[Table, Any]:
    model = Table(given["table"], dropout=0.5)
    model.train(training)
    batches = loader(given["ids"], given["labels"], given["batch_size"])
    metric = evaluate.load(METRIC, "mrpc", keep_in_memory=True)
    return model, answer.evaluate_model(model, batches, metric)


def scores(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    _, scores = _evaluate(answer, given, training=False)
    return {"scores": scores}


def forward_passes(
    answer: ModuleType, given: dict[str, Any]
) -> dict[str, Any]:
    model, _ = _evaluate(answer, given, training=True)
    return {
        "dropout": [int(each["dropout"]) for each in model.passes],
        "gradients": [int(each["gradients"]) for each in model.passes],
    }


def as_found(
    answer: ModuleType, given: dict[str, Any]
) -> dict[str, Any]:
    training, _ = _evaluate(answer, given, training=True)
    evaluating, _ = _evaluate(answer, given, training=False)
    return {
        "training": training.dropout.training,
        "evaluating": evaluating.dropout.training,
        "trainable": all(
            weight.requires_grad for weight in training.parameters()
        ),
    }
