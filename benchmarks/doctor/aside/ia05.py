"""Which kinds of names does a sentence mention? (none, one or several of three kinds)"""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

CHECKPOINT = "checkpoints/tags"
KINDS = ["person", "place", "thing"]


def rows(split):
    for line in Path(f"data/tags/{split}.jsonl").read_text().splitlines():
        r = json.loads(line)
        present = set(r["tags"])
        yield {"text": " ".join(r["words"]), "labels": [1 if k + 1 in present else 0 for k in range(len(KINDS))]}


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def multilabel_metrics(p):
    scores = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
    y_pred = (sigmoid(scores) > 0.5).astype(int)
    y_true = p.label_ids.astype(int)
    tp = (y_pred & y_true).sum()
    micro = 2 * tp / max(y_pred.sum() + y_true.sum(), 1)
    return {"micro_f1": float(micro), "exact_match": float((y_pred == y_true).all(axis=1).mean())}


train_rows = list(rows("train"))
valid_rows = list(rows("validation"))
known = {r["text"] for r in valid_rows}
train_rows = [r for r in train_rows if r["text"] not in known]

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
tokenize = lambda b: tokenizer(b["text"], truncation=True)
train_set = Dataset.from_list(train_rows).map(tokenize, batched=True, remove_columns=["text"])
valid_set = Dataset.from_list(valid_rows).map(tokenize, batched=True, remove_columns=["text"])

config = AutoConfig.from_pretrained(
    CHECKPOINT,
    num_labels=len(KINDS),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(KINDS)),
    label2id={k: i for i, k in enumerate(KINDS)},
)
model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, config=config)

trainer = Trainer(
    model,
    TrainingArguments(
        output_dir="out/ia05",
        num_train_epochs=12,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
    ),
    train_dataset=train_set,
    eval_dataset=valid_set,
    processing_class=tokenizer,
    compute_metrics=multilabel_metrics,
)
trainer.train()
print(trainer.evaluate())
