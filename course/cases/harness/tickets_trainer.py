"""Runs a repaired script that sends tickets to desks with a Trainer, and looks at what came of it."""

from types import ModuleType
from typing import Any

from transformers import PreTrainedTokenizerBase, Trainer

from course.cases.harness._run import Ran, run_once
from course.cases.harness._torch import optimizers_watched, predicted_labels

LONGEST = 32
"""The most tokens that the model takes."""


def runs(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, optimizers_watched)
    trainer = ran.found.get("trainer")
    return {
        "trainer": isinstance(trainer, Trainer),
        "tokenizer": isinstance(ran.found.get("tokenizer"), PreTrainedTokenizerBase),
        "scores": isinstance(ran.found.get("scores"), dict),
    }


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, optimizers_watched)
    return {
        "predictions": predictions(ran, given["texts"]),
        "steps": len(ran.rates),
        "caught": [name for name, _ in ran.caught],
    }


def reports(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, optimizers_watched)
    texts = [row["text"] for row in given["data"]["validation"]]
    return {"told": ran.found["scores"].get("accuracy"), "predictions": predictions(ran, texts)}


def unchanged(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, optimizers_watched)
    trainer = ran.found["trainer"]
    return {
        "training-rows": len(trainer.train_dataset),
        "validation-rows": len(trainer.eval_dataset),
        "steps": len(ran.rates),
        "batch-size": trainer.args.per_device_train_batch_size,
        "learning-rate": max(ran.rates, default=0.0),
        "parameters": sum(each.numel() for each in trainer.model.parameters()),
    }


def predictions(ran: Ran, texts: list[str]) -> list[int]:
    """The desks that the trained model predicts."""
    trainer = ran.found["trainer"]
    return predicted_labels(trainer.model, ran.found["tokenizer"], texts, LONGEST)
