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
    """Evaluate each set once. The arrays are copies, which can be changed, as those of the Trainer can."""
    scores = {}
    for place, rows in enumerate(given["sets"]):
        compute_metrics = answer.make_metrics(METRIC)
        if compute_metrics is None:
            return {"nothing": True}
        prediction = EvalPrediction(rows["logits"].copy(), rows["labels"].copy())
        scores[str(place)] = compute_metrics(prediction)
    return scores


def each_evaluation(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    """Evaluate three times. The metric is there until the first time is over, so that nothing can load it again."""
    logits, labels = (given["sets"][0][name] for name in ("logits", "labels"))
    found = {}
    start = 0
    with TemporaryDirectory() as directory:
        metric = Path(directory) / "glue"
        shutil.copytree(METRIC, metric)
        compute_metrics = answer.make_metrics(str(metric))
        for place, size in enumerate(given["parts"]):
            rows = slice(start, start + size)
            prediction = EvalPrediction(logits[rows].copy(), labels[rows].copy())
            found[str(place)] = compute_metrics(prediction)
            start += size
            shutil.rmtree(metric, ignore_errors=True)
    return found
