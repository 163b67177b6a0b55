#!/usr/bin/env python
"""Fine-tune the small DistilBERT on asking prices (regression with the Trainer)."""
import argparse
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


def read(split):
    with open(f"data/prices/{split}.jsonl") as fh:
        return [json.loads(line) for line in fh]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--lr", type=float, default=5e-4)
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--output", default="out/wa03")
    args = ap.parse_args()
    set_seed(1)

    # the splits share some adverts: keep each advert only on the latest side
    test = read("test")
    seen = {r["text"] for r in test}
    valid = [r for r in read("validation") if r["text"] not in seen]
    seen |= {r["text"] for r in valid}
    train = [r for r in read("train") if r["text"] not in seen]
    print(len(train), len(valid), len(test))

    prices = np.array([r["price"] for r in train], dtype=float)
    mean, std = prices.mean(), prices.std()

    tok = AutoTokenizer.from_pretrained("checkpoints/prices")

    def build(rows):
        ds = Dataset.from_list([{"text": r["text"], "labels": float((r["price"] - mean) / std)} for r in rows])
        return ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True, remove_columns=["text"])

    model = AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/prices", num_labels=1, problem_type="regression"
    )

    def compute_metrics(pred):
        guess = pred.predictions.reshape(-1) * std + mean
        truth = pred.label_ids.reshape(-1) * std + mean
        err = guess - truth
        return {
            "mae": float(np.abs(err).mean()),
            "rmse": float(np.sqrt((err**2).mean())),
            "mae_of_mean": float(np.abs(truth - mean).mean()),
        }

    targs = TrainingArguments(
        output_dir=args.output,
        learning_rate=args.lr,
        num_train_epochs=args.epochs,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        greater_is_better=False,
        logging_steps=20,
        report_to="none",
        seed=1,
    )
    trainer = Trainer(
        model=model,
        args=targs,
        train_dataset=build(train),
        eval_dataset=build(valid),
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(build(test), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
