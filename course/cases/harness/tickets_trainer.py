"""Runs a repaired script that sends tickets to desks with a Trainer, and looks at what came of it."""

from types import ModuleType
from typing import Any

import numpy as np
import torch
from transformers import EvalPrediction, Trainer

from course.cases.harness._run import Ran, run_once
from course.cases.harness._torch import predicted_labels, training_watched
from course.cases.harness._trainer import runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]

DESKS = 4
LONGEST = 32
"""The most tokens that the model takes."""


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
    return {
        "told": ran.found["scores"].get("accuracy"),
        "predictions": predictions(ran, texts),
        "best": ran.found["trainer"].args.metric_for_best_model or "",
        "keeps-best": keeps_best(ran.found["trainer"]),
    }


def keeps_best(trainer: Trainer) -> bool:
    """Whether the metric that chooses the epoch to keep, if one does, is better for right predictions than for wrong ones."""
    arguments = trainer.args
    name = (arguments.metric_for_best_model or "").removeprefix("eval_")
    if not arguments.load_best_model_at_end:
        return True
    if name == "loss":
        return not arguments.greater_is_better
    labels = np.arange(DESKS)
    logits = 4 * np.eye(DESKS, dtype="float32")
    right, wrong = (metric_of(trainer, name, logits[order], labels) for order in (labels, (labels + 1) % DESKS))
    return right is not None and wrong is not None and (right > wrong if arguments.greater_is_better else right < wrong)


def metric_of(trainer: Trainer, name: str, logits: np.ndarray, labels: np.ndarray) -> float | None:
    """The value of a metric of the script; None if it computes none of this name."""
    if trainer.compute_metrics is None:
        return None
    predictions = logits
    if trainer.preprocess_logits_for_metrics is not None:
        kept = trainer.preprocess_logits_for_metrics(torch.from_numpy(logits), torch.from_numpy(labels))
        predictions = kept.numpy()
    found = trainer.compute_metrics(EvalPrediction(predictions, labels))
    value = found.get(name, found.get(f"eval_{name}"))
    return None if value is None else float(value)


def predictions(ran: Ran, texts: list[str]) -> list[int]:
    """The desks that the trained model predicts."""
    trainer = ran.found["trainer"]
    return predicted_labels(trainer.model, ran.found["tokenizer"], texts, LONGEST)
