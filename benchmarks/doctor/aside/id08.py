"""Guess the price of a small ad (regression head on the small DistilBERT)."""
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

CKPT = "checkpoints/prices"
UNIT = 1000.0  # prices are learnt in thousands

set_seed(21)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    with open(f"data/prices/{split}.jsonl") as fh:
        return [json.loads(l) for l in fh]


def to_dataset(rows):
    ds = Dataset.from_dict({
        "text": [r["text"] for r in rows],
        "label": [r["price"] / UNIT for r in rows],
    })
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True, remove_columns=["text"])


train_rows = read("train")
train_texts = {r["text"] for r in train_rows}
val_rows = [r for r in read("validation") if r["text"] not in train_texts]

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    error = (predictions - labels) * UNIT
    return {
        "mae": float(np.abs(error).mean()),
        "rmse": float(np.sqrt((error ** 2).mean())),
    }


args = TrainingArguments(
    output_dir="out/id08",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    weight_decay=0.01,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=to_dataset(train_rows),
    eval_dataset=to_dataset(val_rows),
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
result = trainer.evaluate()
print({k: round(v, 2) for k, v in result.items() if k in ("eval_mae", "eval_rmse", "eval_loss")})
