"""Asking prices out of small ads: regression on the scaled logarithm, reported in money.

usage: python jf14.py [--epochs 30] [--lr 1e-3]
"""
import argparse
import logging

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("prices")


class LogScaler:
    """price <-> (log(price) - mean) / std"""

    def fit(self, prices):
        logs = np.log(np.asarray(prices, dtype=np.float64))
        self.mean, self.std = logs.mean(), logs.std()
        return self

    def forward(self, prices):
        return (np.log(np.asarray(prices, dtype=np.float64)) - self.mean) / self.std

    def back(self, z):
        return np.exp(np.asarray(z, dtype=np.float64) * self.std + self.mean)


def load():
    parts = DatasetDict({
        split: Dataset.from_json(f"data/prices/{split}.jsonl", cache_dir="out/jf14/cache")
        for split in ("train", "validation", "test")
    })
    # An ad can turn up in several files. The test file keeps its rows, the others give them up.
    test_texts = set(parts["test"]["text"])
    parts["validation"] = parts["validation"].filter(lambda r: r["text"] not in test_texts)
    held_out = test_texts | set(parts["validation"]["text"])
    parts["train"] = parts["train"].filter(lambda r: r["text"] not in held_out)
    return parts


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--checkpoint", default="checkpoints/prices")
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def main():
    a = parse()
    set_seed(a.seed)
    parts = load()
    log.info("rows: %s", {k: len(v) for k, v in parts.items()})

    scaler = LogScaler().fit(parts["train"]["price"])
    tokenizer = AutoTokenizer.from_pretrained(a.checkpoint)

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = scaler.forward(batch["price"]).tolist()
        return enc

    ready = parts.map(encode, batched=True, remove_columns=["text", "price"])

    model = AutoModelForSequenceClassification.from_pretrained(a.checkpoint, num_labels=1, problem_type="regression")

    def compute_metrics(p):
        z, target = p.predictions.squeeze(-1), p.label_ids
        guess, price = scaler.back(z), scaler.back(target)
        return {
            "mae": float(np.abs(guess - price).mean()),
            "rmse": float(np.sqrt(np.mean((guess - price) ** 2))),
            "mape": float(np.mean(np.abs(guess - price) / price)),
        }

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/jf14/run",
            num_train_epochs=a.epochs,
            learning_rate=a.lr,
            lr_scheduler_type="cosine",
            warmup_ratio=0.1,
            per_device_train_batch_size=a.batch,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="epoch",
            logging_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="mae",
            greater_is_better=False,
            report_to="none",
            seed=a.seed,
        ),
        train_dataset=ready["train"],
        eval_dataset=ready["validation"],
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()

    result = trainer.predict(ready["test"], metric_key_prefix="test")
    price = np.array(parts["test"]["price"], dtype=np.float64)
    median = np.median(np.array(parts["train"]["price"]))
    log.info("test MAE %.1f, RMSE %.1f, MAPE %.3f", *(result.metrics[f"test_{m}"] for m in ("mae", "rmse", "mape")))
    log.info("training median for every ad: MAE %.1f", np.abs(price - median).mean())


if __name__ == "__main__":
    main()
