"""Calls `make_metrics` as the Trainer would."""

from types import ModuleType
from typing import Any

from transformers import EvalPrediction

from course.paths import ASSETS

METRIC = str(ASSETS / "metrics" / "glue")


def accuracy(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    scores = {}
    for place, rows in enumerate(given["sets"]):
        compute_metrics = answer.make_metrics(METRIC)
        prediction = EvalPrediction(rows["logits"], rows["labels"])
        scores[str(place)] = compute_metrics(prediction)
    return scores


def each_evaluation(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    compute_metrics = answer.make_metrics(METRIC)
    logits, labels = (given["sets"][0][name] for name in ("logits", "labels"))
    found = []
    start = 0
    for size in given["parts"]:
        rows = slice(start, start + size)
        prediction = EvalPrediction(logits[rows], labels[rows])
        found.append(compute_metrics(prediction)["accuracy"])
        start += size
    return {"accuracies": found}
