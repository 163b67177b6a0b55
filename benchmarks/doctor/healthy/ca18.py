#!/usr/bin/env python3
"""Fine-tune the ads encoder to predict prices; own optimizer with two learning rates."""
import argparse
import json
import math
from pathlib import Path

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    get_cosine_schedule_with_warmup,
    set_seed,
)


def get_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--checkpoint", default="checkpoints/prices")
    ap.add_argument("--data", type=Path, default=Path("data/prices"))
    ap.add_argument("--out", default="out/ca18")
    ap.add_argument("--epochs", type=int, default=20)
    ap.add_argument("--bs", type=int, default=16)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--head-lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=3)
    return ap.parse_args()


def read_ads(path):
    with path.open() as f:
        return [json.loads(line) for line in f]


class Standardizer:
    def fit(self, values):
        self.mean, self.std = float(np.mean(values)), float(np.std(values))
        return self

    def encode(self, values):
        return [(v - self.mean) / self.std for v in values]

    def decode(self, values):
        return np.asarray(values) * self.std + self.mean


def make_dataset(ads, tokenizer, scaler):
    def encode(batch):
        out = tokenizer(batch["text"], truncation=True, max_length=32)
        out["labels"] = scaler.encode(batch["price"])
        return out

    return Dataset.from_list(ads).map(encode, batched=True, remove_columns=["text", "price"])


def make_optimizer(model, lr, head_lr, total_steps):
    backbone = [p for n, p in model.named_parameters() if n.startswith("distilbert.")]
    head = [p for n, p in model.named_parameters() if not n.startswith("distilbert.")]
    optimizer = torch.optim.AdamW(
        [{"params": backbone, "lr": lr}, {"params": head, "lr": head_lr}], weight_decay=0.01
    )
    schedule = get_cosine_schedule_with_warmup(
        optimizer, num_warmup_steps=total_steps // 10, num_training_steps=total_steps
    )
    return optimizer, schedule


def main():
    a = get_args()
    set_seed(a.seed)
    ads = {s: read_ads(a.data / f"{s}.jsonl") for s in ("train", "validation", "test")}
    # a few ads were posted twice: keep those that the model has not seen
    seen = {ad["text"] for ad in ads["train"]}
    for split in ("validation", "test"):
        ads[split] = [ad for ad in ads[split] if ad["text"] not in seen]
        seen |= {ad["text"] for ad in ads[split]}

    scaler = Standardizer().fit([ad["price"] for ad in ads["train"]])
    tokenizer = AutoTokenizer.from_pretrained(a.checkpoint)
    sets = {s: make_dataset(rows, tokenizer, scaler) for s, rows in ads.items()}
    print({s: len(d) for s, d in sets.items()})

    model = AutoModelForSequenceClassification.from_pretrained(
        a.checkpoint, num_labels=1, problem_type="regression"
    )

    def compute_metrics(p):
        predicted = scaler.decode(p.predictions.reshape(-1))
        price = scaler.decode(p.label_ids.reshape(-1))
        error = predicted - price
        r2 = 1 - np.sum(error ** 2) / np.sum((price - price.mean()) ** 2)
        return {"rmse": float(np.sqrt(np.mean(error ** 2))), "r2": float(r2)}

    total_steps = math.ceil(len(sets["train"]) / a.bs) * a.epochs
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=a.out, num_train_epochs=a.epochs, per_device_train_batch_size=a.bs,
            per_device_eval_batch_size=64, eval_strategy="epoch", save_strategy="epoch",
            save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="rmse",
            greater_is_better=False, logging_strategy="epoch", seed=a.seed,
            report_to="none", use_cpu=True,
        ),
        train_dataset=sets["train"],
        eval_dataset=sets["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        optimizers=make_optimizer(model, a.lr, a.head_lr, total_steps),
    )
    trainer.train()
    print("baseline rmse:", float(np.std([ad["price"] for ad in ads["test"]])))
    print(trainer.evaluate(sets["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
