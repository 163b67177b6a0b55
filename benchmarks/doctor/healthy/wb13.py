"""Price of a second-hand thing from its advertisement: DistilBERT encoder + one output, MSE on scaled prices."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/prices"
OUT = Path("out/wb13")


class Scaler:
    """Mean and deviation of the training prices; the metric is given in money again."""

    def __init__(self, values):
        self.mean, self.std = float(np.mean(values)), float(np.std(values))

    def forward(self, v):
        return (np.asarray(v, dtype=np.float32) - self.mean) / self.std

    def backward(self, v):
        return np.asarray(v, dtype=np.float64) * self.std + self.mean


def rows(split, exclude=frozenset()):
    lines = Path(f"data/prices/{split}.jsonl").read_text(encoding="utf-8").splitlines()
    return [r for r in map(json.loads, lines) if r["text"] not in exclude]


def texts(rs):
    return {r["text"] for r in rs}


set_seed(31)
test_rows = rows("test")
val_rows = rows("validation", texts(test_rows))
train_rows = rows("train", texts(test_rows) | texts(val_rows))
scaler = Scaler([r["price"] for r in train_rows])
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def dataset(rs):
    enc = tokenizer([r["text"] for r in rs], truncation=True, max_length=32)
    return Dataset.from_dict({
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
        "labels": scaler.forward([r["price"] for r in rs]).tolist(),
    })


def metrics(p):
    pred = scaler.backward(np.asarray(p.predictions).reshape(-1))
    gold = scaler.backward(np.asarray(p.label_ids).reshape(-1))
    return {"mae": float(np.abs(pred - gold).mean()),
            "rmse": float(np.sqrt(((pred - gold) ** 2).mean()))}


model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir=str(OUT),
        learning_rate=1e-3,
        num_train_epochs=25,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        lr_scheduler_type="cosine",
        warmup_ratio=0.05,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        dataloader_pin_memory=False,
        seed=31,
    ),
    train_dataset=dataset(train_rows),
    eval_dataset=dataset(val_rows),
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=metrics,
)
trainer.train()

result = trainer.predict(dataset(test_rows)).metrics
gold = np.array([r["price"] for r in test_rows], dtype=float)
print(f"test MAE {result['test_mae']:.0f}, RMSE {result['test_rmse']:.0f}; "
      f"always the training mean: MAE {np.abs(gold - scaler.mean).mean():.0f}, "
      f"RMSE {np.sqrt(((gold - scaler.mean) ** 2).mean()):.0f}")
