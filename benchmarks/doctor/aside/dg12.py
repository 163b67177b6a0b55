"""Paraphrase detection with an effective batch of 80 = 20 x 4."""
import math
import time

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
)

CKPT = "checkpoints/bert"
EPOCHS = 4
MICRO_BATCH = 20
ACCUMULATE = 4
LR = 5e-4

torch.manual_seed(2024)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)


def rows(split):
    df = pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    return df[["sentence1", "sentence2", "label"]].to_dict("records")


def collate(batch):
    enc = tokenizer(
        [r["sentence1"] for r in batch],
        [r["sentence2"] for r in batch],
        padding=True,
        truncation=True,
        max_length=128,
        return_tensors="pt",
    )
    enc["labels"] = torch.tensor([r["label"] for r in batch])
    return enc


train_loader = DataLoader(rows("train"), batch_size=MICRO_BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader(rows("validation"), batch_size=64, collate_fn=collate)

updates_per_epoch = math.ceil(len(train_loader) / ACCUMULATE)
total_updates = EPOCHS * updates_per_epoch
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
scheduler = get_linear_schedule_with_warmup(
    optimizer,
    num_warmup_steps=int(0.1 * total_updates),
    num_training_steps=total_updates,
)


def evaluate():
    model.eval()
    tp = fp = fn = right = n = 0
    with torch.no_grad():
        for batch in val_loader:
            guess = model(**batch).logits.argmax(dim=-1)
            truth = batch["labels"]
            right += (guess == truth).sum().item()
            n += truth.numel()
            tp += ((guess == 1) & (truth == 1)).sum().item()
            fp += ((guess == 1) & (truth == 0)).sum().item()
            fn += ((guess == 0) & (truth == 1)).sum().item()
    return right / n, 2 * tp / max(1, 2 * tp + fp + fn)


start = time.time()
for epoch in range(EPOCHS):
    model.train()
    optimizer.zero_grad()
    running = 0.0
    for i, batch in enumerate(train_loader, start=1):
        loss = model(**batch).loss
        (loss / ACCUMULATE).backward()
        running += loss.item()
        if i % ACCUMULATE == 0 or i == len(train_loader):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()
    accuracy, f1 = evaluate()
    print(
        f"epoch {epoch + 1}  loss {running / len(train_loader):.4f}  acc {accuracy:.3f}  f1 {f1:.3f}"
        f"  ({time.time() - start:.0f}s)"
    )
