"""Estimate a price from a classified ad: a text regression with the Trainer."""
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

set_seed(21)
SCALE = 1000.0  # prices in thousands, about 0.5 to 2

tok = AutoTokenizer.from_pretrained("checkpoints/prices")


def load(split, leave_out=()):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(s) for s in f]
    return [r for r in rows if r["text"] not in leave_out]


def to_dataset(rows):
    enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
    return Dataset.from_dict({
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
        "labels": [r["price"] / SCALE for r in rows],
    })


val_rows = load("validation")
test_rows = load("test", leave_out={r["text"] for r in val_rows})
train_rows = load("train", leave_out={r["text"] for r in val_rows + test_rows})
train_ds, val_ds, test_ds = map(to_dataset, (train_rows, val_rows, test_rows))
print(len(train_ds), len(val_ds), len(test_ds))

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, problem_type="regression"
)


def compute_metrics(eval_pred):
    preds = eval_pred.predictions
    prices = eval_pred.label_ids
    err = (preds - prices) * SCALE
    ss_res = np.sum((preds - prices) ** 2)
    ss_tot = np.sum((prices - prices.mean()) ** 2)
    return {
        "mae": float(np.abs(err).mean()),
        "rmse": float(np.sqrt((err ** 2).mean())),
        "r2": float(1 - ss_res / ss_tot),
    }


args = TrainingArguments(
    output_dir="out/gb09",
    num_train_epochs=30,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tok),
    processing_class=tok,
    compute_metrics=compute_metrics,
)
trainer.train()
for k, v in trainer.evaluate(test_ds, metric_key_prefix="test").items():
    print(f"{k}: {v:.4f}")
