"""Runs a repaired script that sends tickets to desks with Keras or a GradientTape, and looks at what came of it."""

from types import ModuleType
from typing import Any

import tensorflow as tf
from transformers import PreTrainedTokenizerBase

from course.cases.harness._run import Ran, padding_read, run_once
from course.cases.harness._tensorflow import (
    first_inputs,
    predicted_labels,
    rows_in_batch,
    rows_in_set,
    training_watched,
)


def runs(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "model": isinstance(ran.found.get("model"), tf.keras.Model),
        "tokenizer": isinstance(ran.found.get("tokenizer"), PreTrainedTokenizerBase),
        "train_set": isinstance(ran.found.get("train_set"), tf.data.Dataset),
        "validation_set": isinstance(ran.found.get("validation_set"), tf.data.Dataset),
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
        "training-rows": rows_in_set(ran.found["train_set"]),
        "validation-rows": rows_in_set(ran.found["validation_set"]),
        "steps": len(ran.rates),
        "batch-size": rows_in_batch(ran.found["train_set"]),
        "learning-rate": max(ran.rates, default=0.0),
        "parameters": ran.found["model"].count_params(),
        "trained-parameters": ran.trained,
        "mean-rate": ran.mean_rate,
        "padding-read": padding_read(first_inputs(ran.found["train_set"]), ran.found["tokenizer"].pad_token_id),
    }


def predictions(ran: Ran, texts: list[str]) -> list[int]:
    """The desks that the trained model predicts."""
    return predicted_labels(ran.found["model"], ran.found["tokenizer"], texts)
