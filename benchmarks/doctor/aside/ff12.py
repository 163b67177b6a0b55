"""Guess the price in a small ad. Regression head on a small DistilBERT, own loop and own loss."""
import json
import math
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

FOLDER = Path("data/prices")
CKPT = "checkpoints/prices"
SAVE = Path("out/ff12")


class PriceModel(nn.Module):
    def __init__(self, ckpt):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(ckpt)
        dim = self.encoder.config.dim
        self.head = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, 1))

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        weight = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * weight).sum(1) / weight.sum(1)
        return self.head(pooled)


def ads(split):
    return [json.loads(s) for s in (FOLDER / f"{split}.jsonl").open()]


torch.manual_seed(99)
torch.set_num_threads(2)

valid = ads("validation")
texts = set(a["text"] for a in valid)
train = [a for a in ads("train") if a["text"] not in texts]

prices = torch.tensor([float(a["price"]) for a in train])
mean, std = prices.mean().item(), prices.std().item()
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def collate(rows):
    enc = tokenizer([a["text"] for a in rows], padding=True, truncation=True, return_tensors="pt")
    price = torch.tensor([float(a["price"]) for a in rows])
    return enc["input_ids"], enc["attention_mask"], price


train_loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=80, collate_fn=collate)

model = PriceModel(CKPT)
epochs = 20
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-3, total_steps=epochs * len(train_loader))
mse = nn.MSELoss()

for epoch in range(epochs):
    model.train()
    running = 0.0
    for ids, mask, price in train_loader:
        target = (price - mean) / std
        loss = mse(model(ids, mask), target)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item() * len(price)

    model.eval()
    abs_err = sq_err = 0.0
    with torch.no_grad():
        for ids, mask, price in valid_loader:
            guess = model(ids, mask).squeeze(1) * std + mean
            abs_err += (guess - price).abs().sum().item()
            sq_err += (guess - price).pow(2).sum().item()
    print(f"epoch {epoch:2d}  train mse {running / len(train):.4f}  "
          f"valid MAE {abs_err / len(valid):7.1f}  RMSE {math.sqrt(sq_err / len(valid)):7.1f}")

SAVE.mkdir(parents=True, exist_ok=True)
torch.save({"weights": model.state_dict(), "mean": mean, "std": std}, SAVE / "price.pt")
