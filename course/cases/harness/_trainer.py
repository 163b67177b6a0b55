"""Two checks that the programs with a Trainer share: whether the script ran, and what its run is known by."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from transformers import PreTrainedTokenizerBase, Trainer

from course.cases.harness._run import padding_learned, padding_read, run_once
from course.cases.harness._torch import training_watched


def runs(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "trainer": isinstance(ran.found.get("trainer"), Trainer),
        "tokenizer": isinstance(ran.found.get("tokenizer"), PreTrainedTokenizerBase),
        "scores": isinstance(ran.found.get("scores"), dict),
    }


def unchanged(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    trainer, padding = ran.found["trainer"], ran.found["tokenizer"].pad_token_id
    batch = next(iter(trainer.get_train_dataloader()))
    return {
        "training-rows": len(trainer.train_dataset),
        "validation-rows": len(trainer.eval_dataset),
        "steps": len(ran.rates),
        "batch-size": trainer.args.per_device_train_batch_size,
        "learning-rate": max(ran.rates, default=0.0),
        "parameters": sum(each.numel() for each in trainer.model.parameters()),
        "trained-parameters": ran.trained,
        "mean-rate": ran.mean_rate,
        "first-loss": ran.first_loss or 0.0,
        "old-gradients": ran.old_gradients,
        "lost-gradients": ran.lost_gradients,
        "padding-read": padding_read(batch, padding),
        "padding-learned": padding_learned(batch, padding),
    }
