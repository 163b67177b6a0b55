"""Runs a repaired script that tells prices with a Trainer, and looks at what came of it."""

from types import ModuleType
from typing import Any

import torch

from course.cases.harness._run import Ran, run_once
from course.cases.harness._torch import training_watched
from course.cases.harness._trainer import runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]


UNIT = 100
"""The euros that an output of 1 stands for."""


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
    return {"told": ran.found["scores"].get("near"), "predictions": predictions(ran, texts)}


def predictions(ran: Ran, texts: list[str]) -> list[float]:
    """The prices in euros that the trained model predicts: its first output for each text."""
    model = ran.found["trainer"].model
    tokenizer = ran.found["tokenizer"]
    found: list[float] = []
    model.eval()
    with torch.no_grad():
        for start in range(0, len(texts), 32):
            batch = tokenizer(texts[start : start + 32], padding=True, return_tensors="pt")
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            found += (UNIT * logits[:, 0]).tolist()
    return found
