"""Which kinds of names does a sentence mention? Several can be true at once -> multi-label."""
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import f1_score
from sklearn.preprocessing import MultiLabelBinarizer
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)


@dataclass
class Config:
    model: str = "checkpoints/tags"
    max_len: int = 64
    lr: float = 2e-3
    epochs: int = 20
    batch: int = 16
    threshold: float = 0.5


cfg = Config()
torch.manual_seed(11)
KINDS = [1, 2, 3]

train_df, valid_df, test_df = (
    pd.read_json(f"data/tags/{s}.jsonl", lines=True) for s in ("train", "validation", "test")
)

mlb = MultiLabelBinarizer(classes=KINDS)
mlb.fit([KINDS])
tokenizer = AutoTokenizer.from_pretrained(cfg.model)


def to_dataset(df):
    # words -> sentence, tags -> the set of kinds without 0 (= no name)
    sentences = df["words"].apply(" ".join).tolist()
    kinds = df["tags"].apply(lambda tags: sorted(set(tags) - {0}))
    labels = mlb.transform(kinds)                      # one row of 0/1 for each sentence
    ds = Dataset.from_dict({"text": sentences, "labels": labels.astype("float32").tolist()})
    return ds.map(
        lambda b: tokenizer(b["text"], truncation=True, max_length=cfg.max_len),
        batched=True,
        remove_columns=["text"],
    )


train_ds, valid_ds, test_ds = map(to_dataset, (train_df, valid_df, test_df))
print(train_ds[0])

model = AutoModelForSequenceClassification.from_pretrained(cfg.model, num_labels=len(KINDS))


def compute_metrics(p):
    probs = 1 / (1 + np.exp(-p.predictions))
    y_pred = (probs > cfg.threshold).astype(int)
    y_true = p.label_ids.astype(int)
    return {
        "f1_micro": f1_score(y_true, y_pred, average="micro", zero_division=0),
        "f1_macro": f1_score(y_true, y_pred, average="macro", zero_division=0),
        "all_three_right": float((y_true == y_pred).all(axis=1).mean()),
    }


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/g08",
        learning_rate=cfg.lr,
        num_train_epochs=cfg.epochs,
        per_device_train_batch_size=cfg.batch,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(test_ds))
