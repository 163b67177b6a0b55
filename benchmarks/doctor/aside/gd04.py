"""Guess the asking price of a classified ad from its text (in hundreds)."""
import json
import os

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

BASE = "checkpoints/prices"
OUT = "out/gd04"


def rows(split):
    path = os.path.join("data", "prices", split + ".jsonl")
    with open(path, encoding="utf-8") as handle:
        return [json.loads(line) for line in handle]


def build(tokenizer):
    # some ads are in more than one file
    test = rows("test")
    seen = set(r["text"] for r in test)
    valid = [r for r in rows("validation") if r["text"] not in seen]
    seen |= set(r["text"] for r in valid)
    train = [r for r in rows("train") if r["text"] not in seen]

    def prepare(row):
        enc = tokenizer(row["text"], truncation=True, max_length=32)
        enc["label"] = row["price"] / 100
        return enc

    datasets = []
    for part in (train, valid, test):
        ds = Dataset.from_list(part)
        datasets.append(ds.map(prepare, remove_columns=ds.column_names))
    return datasets


def regression_metrics(pred):
    guess, truth = pred.predictions, pred.label_ids
    error = guess - truth
    return {
        "mae": float(np.abs(error).mean()),
        "rmse": float(np.sqrt((error ** 2).mean())),
    }


def main():
    set_seed(17)
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    train, valid, test = build(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=1, problem_type="regression")
    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=20,
        learning_rate=2e-3,
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        greater_is_better=False,
        logging_strategy="epoch",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=regression_metrics,
    )
    trainer.train()
    scores = trainer.evaluate(test, metric_key_prefix="test")
    print("off by %.0f on average" % (100 * scores["test_mae"]))


if __name__ == "__main__":
    main()
