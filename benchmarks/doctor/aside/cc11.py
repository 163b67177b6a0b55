"""Estimate the price of a small ad (regression), bfloat16 autocast to save time on the laptop."""
import json

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def rows_of(split):
    return [json.loads(line) for line in open(f"data/prices/{split}.jsonl", encoding="utf-8")]


train_rows = rows_of("train")
train_texts = {r["text"] for r in train_rows}
val_rows = [r for r in rows_of("validation") if r["text"] not in train_texts]

prices = np.array([r["price"] for r in train_rows], dtype=np.float32)
MEAN, STD = float(prices.mean()), float(prices.std())


def collate(rows):
    batch = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    target = torch.tensor([(r["price"] - MEAN) / STD for r in rows], dtype=torch.float32)
    return batch["input_ids"], batch["attention_mask"], target


train_loader = DataLoader(train_rows, batch_size=32, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_rows, batch_size=64, shuffle=False, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
loss_fn = nn.MSELoss()


def predict(loader):
    model.eval()
    predictions, targets = [], []
    with torch.no_grad():
        for input_ids, attention_mask, target in loader:
            with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
                logits = model(input_ids=input_ids, attention_mask=attention_mask).logits
            predictions.append(logits.squeeze(-1).cpu().numpy())
            targets.append(target.numpy())
    return np.concatenate(predictions) * STD + MEAN, np.concatenate(targets) * STD + MEAN


for epoch in range(6):
    model.train()
    epoch_loss = 0.0
    for input_ids, attention_mask, target in train_loader:
        optimizer.zero_grad()
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            logits = model(input_ids=input_ids, attention_mask=attention_mask).logits
            loss = loss_fn(logits.squeeze(-1).float(), target)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()

    predicted, true = predict(val_loader)
    print(
        f"epoch {epoch + 1}: train mse {epoch_loss / len(train_loader):.4f},"
        f" val mean abs error {np.abs(predicted - true).mean():.0f}"
    )
