#!/usr/bin/env python
"""Paraphrase detection (mrpc columns) with own AdamW and a linear schedule with warmup."""
import argparse
import math

import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    get_linear_schedule_with_warmup,
    set_seed,
)

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="checkpoints/bert")
parser.add_argument("--data", default="data/glue/mrpc")
parser.add_argument("--output", default="out/ca11")
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--batch", type=int, default=32)
parser.add_argument("--lr", type=float, default=3e-4)
parser.add_argument("--weight_decay", type=float, default=0.01)
parser.add_argument("--warmup", type=float, default=0.1, help="part of the steps")
opt = parser.parse_args()

set_seed(2024)
tokenizer = AutoTokenizer.from_pretrained(opt.model)


def read(split):
    df = pd.read_parquet(f"{opt.data}/{split}-00000-of-00001.parquet")
    ds = Dataset.from_dict({c: df[c].tolist() for c in ("sentence1", "sentence2", "label")})
    return ds.map(
        lambda b: tokenizer(b["sentence1"], b["sentence2"], truncation=True, max_length=96),
        batched=True,
        remove_columns=["sentence1", "sentence2"],
    )


train_set, valid_set = read("train"), read("validation")
model = AutoModelForSequenceClassification.from_pretrained(opt.model, num_labels=2)

# no weight decay for biases and layer norms
decay, no_decay = [], []
for name, param in model.named_parameters():
    (no_decay if param.ndim < 2 else decay).append(param)
optimizer = torch.optim.AdamW(
    [{"params": decay, "weight_decay": opt.weight_decay}, {"params": no_decay, "weight_decay": 0.0}],
    lr=opt.lr,
)
total_steps = math.ceil(len(train_set) / opt.batch)
scheduler = get_linear_schedule_with_warmup(
    optimizer,
    num_warmup_steps=int(opt.warmup * total_steps),
    num_training_steps=total_steps,
)


def compute_metrics(p):
    pred = np.argmax(p.predictions, axis=-1)
    return {"accuracy": accuracy_score(p.label_ids, pred), "f1": f1_score(p.label_ids, pred)}


args = TrainingArguments(
    output_dir=opt.output,
    num_train_epochs=opt.epochs,
    per_device_train_batch_size=opt.batch,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_set,
    eval_dataset=valid_set,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    optimizers=(optimizer, scheduler),
)
trainer.train()
print({k: round(v, 4) for k, v in trainer.evaluate().items()})
