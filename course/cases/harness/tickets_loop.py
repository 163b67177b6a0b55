"""Runs a repaired script that sends tickets to desks with a training loop of its own or Accelerate's, and looks at what came of it."""

from types import ModuleType
from typing import Any

from torch.nn import Module
from torch.utils.data import DataLoader
from transformers import PreTrainedTokenizerBase

from course.cases.harness._run import Ran, padding_read, run_once
from course.cases.harness._torch import predicted_labels, training_watched

LONGEST = 32
"""The most tokens that the model takes."""


def runs(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "model": isinstance(ran.found.get("model"), Module),
        "tokenizer": isinstance(ran.found.get("tokenizer"), PreTrainedTokenizerBase),
        "train_loader": isinstance(ran.found.get("train_loader"), DataLoader),
        "eval_loader": isinstance(ran.found.get("eval_loader"), DataLoader),
        "scores": isinstance(ran.found.get("scores"), dict),
    }


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "predictions": predictions(ran, given["texts"]),
        "steps": len(ran.rates),
        "caught": [name for name, _ in ran.caught],
    }


def reports(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    texts = [row["text"] for row in given["data"]["validation"]]
    return {"told": ran.found["scores"].get("accuracy"), "predictions": predictions(ran, texts)}


def unchanged(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "training-rows": len(ran.found["train_loader"].dataset),
        "validation-rows": len(ran.found["eval_loader"].dataset),
        "steps": len(ran.rates),
        # Accelerate builds its loader around a batch sampler, and then `batch_size` is None
        "batch-size": getattr(ran.found["train_loader"].batch_sampler, "batch_size", 0),
        "learning-rate": max(ran.rates, default=0.0),
        "parameters": sum(each.numel() for each in ran.found["model"].parameters()),
        "trained-parameters": ran.trained,
        "mean-rate": ran.mean_rate,
        "first-loss": ran.first_loss or 0.0,
        "old-gradients": ran.old_gradients,
        "lost-gradients": ran.lost_gradients,
        "padding-read": padding_read(next(iter(ran.found["train_loader"])), ran.found["tokenizer"].pad_token_id),
    }


def predictions(ran: Ran, texts: list[str]) -> list[int]:
    """The desks that the trained model predicts."""
    return predicted_labels(ran.found["model"], ran.found["tokenizer"], texts, LONGEST)
