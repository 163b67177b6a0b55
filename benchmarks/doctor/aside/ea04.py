"""Guess the asking price (in euro) of a small ad from its text."""
import json

import numpy as np
import torch
from torch.utils.data import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(42)
MODEL_DIR = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)


class Ads(Dataset):
    """One small ad = token ids + the price that the seller asks."""

    def __init__(self, rows):
        self.enc = tokenizer([r["text"] for r in rows], truncation=True, max_length=32)
        self.price = np.array([r["price"] for r in rows], dtype=np.float32)

    def __len__(self):
        return len(self.price)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = float(self.price[i])
        return item


def rows(split, skip=()):
    with open(f"data/prices/{split}.jsonl") as f:
        out = [json.loads(l) for l in f]
    return [r for r in out if r["text"] not in skip]


train_rows = rows("train")
seen = {r["text"] for r in train_rows}
train_set, valid_set = Ads(train_rows), Ads(rows("validation", seen))
test_set = Ads(rows("test", seen))

model = AutoModelForSequenceClassification.from_pretrained(
    MODEL_DIR, num_labels=1, problem_type="regression"
)


def metrics(p):
    guess = p.predictions.squeeze(-1)
    return {
        "rmse_euro": float(np.sqrt(np.mean((guess - p.label_ids) ** 2))),
        "mae_euro": float(np.abs(guess - p.label_ids).mean()),
    }


args = TrainingArguments(
    output_dir="out/ea04",
    learning_rate=2e-4,
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    weight_decay=0.01,
    warmup_ratio=0.05,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="rmse_euro",
    greater_is_better=False,
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_set,
    eval_dataset=valid_set,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=metrics,
)
trainer.train()

baseline = np.abs(test_set.price - train_set.price.mean()).mean()
print("always the mean price:", round(float(baseline)), "euro off")
print("model on test:", trainer.evaluate(test_set, metric_key_prefix="test"))
