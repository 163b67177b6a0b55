"""NLI with a tiny BERT, plain training loop (no Trainer)."""
import random

import numpy as np
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

SEED = 13
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)

CKPT = "checkpoints/bert"
NAMES = ["entailment", "neutral", "contradiction"]
BATCH, EPOCHS, LR = 32, 2, 3e-4

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSequenceClassification.from_pretrained(CKPT)


def load(name, n=None):
    df = pd.read_parquet(f"data/glue/mnli/{name}-00000-of-00001.parquet")
    if n is not None:
        df = df.sample(n, random_state=SEED)
    return df[["premise", "hypothesis", "label"]].to_dict("records")


def collate(rows):
    enc = tokenizer(
        [r["premise"] for r in rows],
        [r["hypothesis"] for r in rows],
        truncation=True,
        padding=True,
        max_length=96,
        return_tensors="pt",
    )
    enc["labels"] = torch.tensor([r["label"] for r in rows])
    return enc


train_dl = DataLoader(load("train", 3200), batch_size=BATCH, shuffle=True, collate_fn=collate)
dev_dl = DataLoader(load("validation_matched"), batch_size=64, collate_fn=collate)

decay, no_decay = [], []
for name, p in model.named_parameters():
    (no_decay if name.endswith("bias") or "LayerNorm" in name else decay).append(p)
optimizer = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.01}, {"params": no_decay, "weight_decay": 0.0}], lr=LR
)
total = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total), total)


@torch.no_grad()
def evaluate():
    model.eval()
    right = np.zeros(len(NAMES))
    count = np.zeros(len(NAMES))
    for batch in dev_dl:
        labels = batch.pop("labels")
        pred = model(**batch).logits.argmax(-1)
        for c in range(len(NAMES)):
            sel = labels == c
            right[c] += (pred[sel] == c).sum().item()
            count[c] += sel.sum().item()
    return right.sum() / count.sum(), dict(zip(NAMES, (right / count).round(3)))


for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_dl:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    acc, per_class = evaluate()
    print(f"epoch {epoch + 1}  loss {running / len(train_dl):.4f}  dev acc {acc:.4f}  {per_class}")
