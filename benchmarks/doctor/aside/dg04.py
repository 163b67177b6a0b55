"""Predict the asking price of a small ad. Keeps the best of the epochs."""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(3)
NAME = "checkpoints/prices"
tok = AutoTokenizer.from_pretrained(NAME)


def read(split, seen=()):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["text"] not in seen]


train_rows = read("train")
train_texts = {r["text"] for r in train_rows}
val_rows = read("validation", train_texts)
test_rows = read("test", train_texts | {r["text"] for r in val_rows})

prices = np.array([r["price"] for r in train_rows], dtype=np.float32)
MEAN, STD = float(prices.mean()), float(prices.std())


def to_dataset(rows):
    enc = tok([r["text"] for r in rows], truncation=True)
    enc["labels"] = [(r["price"] - MEAN) / STD for r in rows]
    return Dataset.from_dict(dict(enc))


def compute_metrics(p):
    guess = p.predictions.reshape(-1) * STD + MEAN
    truth = p.label_ids.reshape(-1) * STD + MEAN
    error = guess - truth
    return {
        "rmse": float(np.sqrt(np.mean(error**2))),
        "mae": float(np.mean(np.abs(error))),
    }


model = AutoModelForSequenceClassification.from_pretrained(
    NAME, num_labels=1, problem_type="regression"
)

args = TrainingArguments(
    output_dir="out/dg04",
    num_train_epochs=10,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    weight_decay=0.01,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="rmse",
    report_to="none",
    seed=3,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=to_dataset(train_rows),
    eval_dataset=to_dataset(val_rows),
    processing_class=tok,
    compute_metrics=compute_metrics,
)
trainer.train()

print("kept:", trainer.state.best_model_checkpoint)
print("test:", trainer.evaluate(to_dataset(test_rows), metric_key_prefix="test"))
