"""Second-hand ads -> asking price.  DistilBERT encoder with a one-value regression head.

Every split has the same things for sale; what is new in the held-out ads is the wording.
"""
import json
from pathlib import Path

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

CKPT = "checkpoints/prices"
OUT = "out/qd03"


def read(split):
    with open(Path("data/prices") / f"{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def drop_seen(rows, seen):
    return [r for r in rows if r["text"] not in seen]


def main():
    set_seed(7)
    test = read("test")
    # an ad may be repeated in several splits; held-out splits keep theirs
    val = drop_seen(read("validation"), {r["text"] for r in test})
    train = drop_seen(read("train"), {r["text"] for r in test + val})
    print(f"{len(train)} train / {len(val)} validation / {len(test)} test ads")

    prices = np.array([r["price"] for r in train], dtype=np.float64)
    mean, std = prices.mean(), prices.std()

    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def to_dataset(rows):
        enc = tokenizer([r["text"] for r in rows], truncation=True)
        return Dataset.from_dict({
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": [float((r["price"] - mean) / std) for r in rows],
        })

    def in_money(eval_pred):
        z, ref = eval_pred
        diff = (z.reshape(-1) - ref.reshape(-1)) * std
        return {"mae": float(np.abs(diff).mean()), "rmse": float(np.sqrt((diff ** 2).mean()))}

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=1, problem_type="regression"
    )
    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=25,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        greater_is_better=False,
        logging_steps=20,
        report_to="none",
        use_cpu=True,
        seed=7,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=to_dataset(train),
        eval_dataset=to_dataset(val),
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=in_money,
    )
    trainer.train()

    result = trainer.evaluate(to_dataset(test), metric_key_prefix="test")
    truth = np.array([r["price"] for r in test])
    print(f"test MAE  {result['test_mae']:.1f}   RMSE {result['test_rmse']:.1f}")
    print(f"baseline  {np.abs(truth - np.median(prices)).mean():.1f}   (median price of the training ads)")


if __name__ == "__main__":
    main()
