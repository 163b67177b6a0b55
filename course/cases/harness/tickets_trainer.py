"""Runs a repaired script that sends tickets to desks with a Trainer, and looks at what came of it."""

from types import ModuleType
from typing import Any

from course.cases.harness._run import Ran, run_once
from course.cases.harness._torch import predicted_labels, training_watched
from course.cases.harness._trainer import runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]


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
    return {"told": ran.found["scores"].get("accuracy"), "predictions": predictions(ran, texts)}


def predictions(ran: Ran, texts: list[str]) -> list[int]:
    """The desks that the trained model predicts."""
    trainer = ran.found["trainer"]
    return predicted_labels(trainer.model, ran.found["tokenizer"], texts, LONGEST)
