"""Runs a repaired script that tags names with a Trainer, and looks at what came of it."""

from types import ModuleType
from typing import Any

import torch

from course.cases.harness._run import Ran, run_once
from course.cases.harness._torch import training_watched
from course.cases.harness._trainer import runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "predictions": predictions(ran, given["messages"]),
        "steps": len(ran.rates),
        "caught": [name for name, _ in ran.caught],
    }


def reports(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    messages = [row["words"] for row in given["data"]["validation"]]
    return {"told": ran.found["scores"].get("accuracy"), "predictions": predictions(ran, messages)}


def predictions(ran: Ran, messages: list[list[str]]) -> list[int]:
    """The tag that the trained model predicts at the first piece of each word, message after message."""
    model = ran.found["trainer"].model
    tokenizer = ran.found["tokenizer"]
    found: list[int] = []
    model.eval()
    with torch.no_grad():
        for start in range(0, len(messages), 32):
            chosen = messages[start : start + 32]
            batch = tokenizer(chosen, is_split_into_words=True, padding=True, return_tensors="pt")
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            tags = logits.argmax(dim=-1).tolist()
            for place in range(len(chosen)):
                words = batch.word_ids(place)
                firsts = [words.index(word) for word in range(len(chosen[place]))]
                found += [tags[place][first] for first in firsts]
    return found
