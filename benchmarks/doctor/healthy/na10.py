#!/usr/bin/env python
"""SST-2 with Trainer and three callbacks: early stopping, a time budget and a history file."""
import json
import time
from pathlib import Path

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    EarlyStoppingCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)

OUT = Path("out/na10")
CKPT = "checkpoints/bert"
BUDGET_S = 40


class TimeBudget(TrainerCallback):
    """Ends the training after the epoch in which the budget ran out (so it is still evaluated and saved)."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.start = None

    def on_train_begin(self, args, state, control, **kwargs):
        self.start = time.monotonic()

    def on_epoch_end(self, args, state, control, **kwargs):
        if time.monotonic() - self.start > self.seconds:
            control.should_training_stop = True
        return control


class HistoryFile(TrainerCallback):
    def __init__(self, path):
        self.path = Path(path)

    def on_train_begin(self, args, state, control, **kwargs):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("")

    def on_log(self, args, state, control, logs=None, **kwargs):
        if state.is_world_process_zero and logs:
            with self.path.open("a") as f:
                f.write(json.dumps({"step": state.global_step, **logs}) + "\n")


def main():
    set_seed(99)
    raw = load_dataset("parquet", data_files={
        "train": "data/glue/sst2/train-00000-of-00001.parquet",
        "test": "data/glue/sst2/validation-00000-of-00001.parquet",   # never used for any choice below
    }, cache_dir=str(OUT / "cache"))
    parts = raw["train"].train_test_split(test_size=0.15, seed=99)
    tok = AutoTokenizer.from_pretrained(CKPT)

    def enc(batch):
        return tok(batch["sentence"], truncation=True, max_length=64)

    train = parts["train"].map(enc, batched=True, remove_columns=["sentence", "idx"])
    valid = parts["test"].map(enc, batched=True, remove_columns=["sentence", "idx"])
    test = raw["test"].map(enc, batched=True, remove_columns=["sentence", "idx"])

    def compute_metrics(p):
        return {"accuracy": float(np.mean(np.argmax(p.predictions, axis=-1) == p.label_ids))}

    args = TrainingArguments(
        output_dir=str(OUT),
        num_train_epochs=10,
        learning_rate=2e-4,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=128,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        report_to="none",
        use_cpu=True,
        seed=99,
    )
    trainer = Trainer(
        model=AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2),
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tok,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=3), TimeBudget(BUDGET_S), HistoryFile(OUT / "history.jsonl")],
    )
    trainer.train()
    print("best checkpoint:", trainer.state.best_model_checkpoint, "validation:", trainer.state.best_metric)
    final = trainer.predict(test, metric_key_prefix="test").metrics
    print("test accuracy:", final["test_accuracy"], "(classes are even: 0.5)")


if __name__ == "__main__":
    main()
