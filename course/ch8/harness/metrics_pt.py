"""Calls `make_metrics` as the Trainer would."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
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
    """Evaluate three times. The metric is there until the first time is over, so that nothing can load it again."""
    logits, labels = (given["sets"][0][name] for name in ("logits", "labels"))
    found = []
    start = 0
    with TemporaryDirectory() as directory:
        metric = Path(directory) / "glue"
        shutil.copytree(METRIC, metric)
        compute_metrics = answer.make_metrics(str(metric))
        for size in given["parts"]:
            rows = slice(start, start + size)
            prediction = EvalPrediction(logits[rows], labels[rows])
            found.append(compute_metrics(prediction)["accuracy"])
            start += size
            shutil.rmtree(metric, ignore_errors=True)
    return {"accuracies": found}
