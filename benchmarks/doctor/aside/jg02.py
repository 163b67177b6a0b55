# what is it worth? asking price from the text of a small ad
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)

set_seed(3)
path = "checkpoints/prices"
tok = AutoTokenizer.from_pretrained(path)
model = AutoModelForSequenceClassification.from_pretrained(path, num_labels=1)

CENTER = 1200   # close to the mean price
UNIT = 100      # all prices are full hundreds


def load(split, without=()):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(l) for l in f]
    return [r for r in rows if r["text"] not in without]


def tokenize(example):
    item = tok(example["text"], truncation=True)
    item["labels"] = (example["price"] - CENTER) / UNIT
    return item


train = load("train")
seen = {r["text"] for r in train}
valid = load("validation", seen)
test = load("test", seen | {r["text"] for r in valid})
sets = {}
for name, rows in (("train", train), ("valid", valid), ("test", test)):
    sets[name] = Dataset.from_list(rows).map(tokenize, remove_columns=["text", "price"])
print({k: len(v) for k, v in sets.items()})


def in_euros(p):
    pred = p.predictions.reshape(-1)
    gold = p.label_ids.reshape(-1)
    return {"mae": float(np.abs(pred - gold).mean() * UNIT)}


args = TrainingArguments(
    "out/JG02",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_steps=30,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    report_to="none",
)
trainer = Trainer(model, args,
                  data_collator=DataCollatorWithPadding(tok),
                  train_dataset=sets["train"],
                  eval_dataset=sets["valid"],
                  processing_class=tok,
                  compute_metrics=in_euros)
trainer.train()

guess = np.median([r["price"] for r in train])
base = np.mean([abs(r["price"] - guess) for r in test])
print("always the median:", round(float(base), 1))
print("model:", round(trainer.evaluate(sets["test"])["eval_mae"], 1))
