#!/usr/bin/env python
"""Predict the price in small ads (regression with the Trainer, one output)."""
import argparse
import json
import os

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)


def parse():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/prices")
    ap.add_argument("--data", default="data/prices")
    ap.add_argument("--out", default="out/ka04")
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--epochs", type=int, default=25)
    ap.add_argument("--bs", type=int, default=16)
    return ap.parse_args()


def load(folder):
    rows = {}
    for split in ("train", "validation", "test"):
        with open(os.path.join(folder, split + ".jsonl")) as f:
            rows[split] = [json.loads(line) for line in f]
    # an ad that is held out must not be among the ads we learn from
    test = {r["text"] for r in rows["test"]}
    rows["validation"] = [r for r in rows["validation"] if r["text"] not in test]
    held_out = test | {r["text"] for r in rows["validation"]}
    rows["train"] = [r for r in rows["train"] if r["text"] not in held_out]
    return rows


def make_metrics(mean, std):
    """The model works in standard units, people want euros."""
    def metrics(p):
        guess = p.predictions.reshape(-1) * std + mean
        truth = p.label_ids.reshape(-1) * std + mean
        rest = ((truth - guess) ** 2).sum()
        return {"mae": float(np.abs(truth - guess).mean()),
                "r2": float(1 - rest / ((truth - truth.mean()) ** 2).sum())}
    return metrics


def main():
    a = parse()
    set_seed(2024)
    rows = load(a.data)
    train_prices = np.array([r["price"] for r in rows["train"]], dtype=np.float64)
    mean, std = train_prices.mean(), train_prices.std()      # from the training rows alone

    tok = AutoTokenizer.from_pretrained(a.model)

    def build(split):
        enc = tok([r["text"] for r in rows[split]], truncation=True, max_length=32)
        return Dataset.from_dict({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
                                  "labels": [float((r["price"] - mean) / std) for r in rows[split]]})

    ds = {s: build(s) for s in rows}
    model = AutoModelForSequenceClassification.from_pretrained(a.model, num_labels=1, problem_type="regression")
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=a.out, learning_rate=a.lr, num_train_epochs=a.epochs, per_device_train_batch_size=a.bs,
            per_device_eval_batch_size=64, lr_scheduler_type="cosine", warmup_ratio=0.05,
            eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, load_best_model_at_end=True,
            metric_for_best_model="mae", greater_is_better=False, logging_strategy="epoch",
            report_to="none", use_cpu=True),
        train_dataset=ds["train"], eval_dataset=ds["validation"], processing_class=tok,
        data_collator=DataCollatorWithPadding(tok), compute_metrics=make_metrics(mean, std),
        callbacks=[EarlyStoppingCallback(early_stopping_patience=10)])
    trainer.train()

    test_prices = np.array([r["price"] for r in rows["test"]])
    print("always the median of the training prices, MAE:", np.abs(test_prices - np.median(train_prices)).mean())
    result = trainer.evaluate(ds["test"], metric_key_prefix="test")
    print("model, MAE: %.1f   R2: %.3f" % (result["test_mae"], result["test_r2"]))


if __name__ == "__main__":
    main()
