"""Which of two advertisements asks for more money? (0 = the first, 1 = about the same, 2 = the second)"""
import json

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

torch.set_num_threads(1)
set_seed(42)
checkpoint = "checkpoints/prices"
rng = np.random.default_rng(42)


def make_pairs(path, n):
    ads = [json.loads(line) for line in open(path)]
    rows = {"sentence1": [], "sentence2": [], "label": []}
    for _ in range(n):
        a, b = rng.choice(len(ads), 2, replace=False)
        diff = ads[b]["price"] - ads[a]["price"]
        rows["sentence1"].append(ads[a]["text"])
        rows["sentence2"].append(ads[b]["text"])
        rows["label"].append(1 if abs(diff) <= 200 else 2 if diff > 0 else 0)
    return Dataset.from_dict(rows)


tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence1"], example["sentence2"], truncation=True)


train_ds = make_pairs("data/prices/train.jsonl", 3000).map(tokenize_function, batched=True)
eval_ds = make_pairs("data/prices/validation.jsonl", 600).map(tokenize_function, batched=True)

model = AutoModelForSequenceClassification.from_pretrained(checkpoint)


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": float((predictions == labels).mean())}


args = TrainingArguments(
    "out/w01",
    num_train_epochs=5,
    learning_rate=1e-3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=50,
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model,
    args,
    train_dataset=train_ds,
    eval_dataset=eval_ds,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
print("most frequent class:", np.bincount(eval_ds["label"]).max() / len(eval_ds))
