import json
import math
import random

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer

SEED = 7
random.seed(SEED); np.random.seed(SEED); torch.manual_seed(SEED)

CKPT = "checkpoints/prices"
EPOCHS, BATCH = 15, 32
LR_TOP, DECAY = 2e-3, 0.6


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class Ads(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]["text"], float(self.rows[i]["price"])


class PriceModel(nn.Module):
    def __init__(self, ckpt):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(ckpt)
        d = self.encoder.config.dim
        self.head = nn.Sequential(nn.Linear(d, d), nn.GELU(), nn.Linear(d, 1))

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).to(h.dtype)
        pooled = (h * m).sum(1) / m.sum(1)
        return self.head(pooled).squeeze(-1)


train, valid, test = (read(s) for s in ("train", "validation", "test"))
prices = np.array([r["price"] for r in train], dtype=np.float32)
MEAN, STD = float(prices.mean()), float(prices.std())

tok = AutoTokenizer.from_pretrained(CKPT)


def collate(batch):
    texts, y = zip(*batch)
    enc = tok(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(y)


train_dl = DataLoader(Ads(train), batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(Ads(valid), batch_size=64, collate_fn=collate)
test_dl = DataLoader(Ads(test), batch_size=64, collate_fn=collate)

model = PriceModel(CKPT)


def layerwise_groups(model):
    """Head at LR_TOP, then each layer below gets DECAY times the rate above it."""
    groups = [{"params": list(model.head.parameters()), "lr": LR_TOP}]
    lr = LR_TOP
    for layer in reversed(model.encoder.transformer.layer):
        lr *= DECAY
        groups.append({"params": list(layer.parameters()), "lr": lr})
    groups.append({"params": list(model.encoder.embeddings.parameters()), "lr": lr * DECAY})
    assert sum(p.numel() for g in groups for p in g["params"]) == sum(p.numel() for p in model.parameters())
    return groups


opt = torch.optim.AdamW(layerwise_groups(model), weight_decay=0.01)
total = EPOCHS * len(train_dl)
warm = total // 10
sched = torch.optim.lr_scheduler.LambdaLR(
    opt, lambda s: (s + 1) / warm if s < warm else 0.5 * (1 + math.cos(math.pi * (s - warm) / (total - warm)))
)
loss_fn = nn.SmoothL1Loss()


@torch.no_grad()
def mae(dl):
    model.eval()
    err = []
    for ids, mask, y in dl:
        err.append((model(ids, mask) * STD + MEAN - y).abs())
    return torch.cat(err).mean().item()


print(f"always guessing the training mean: {np.abs(np.array([r['price'] for r in valid]) - MEAN).mean():.0f} off")
for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for ids, mask, y in train_dl:
        loss = loss_fn(model(ids, mask), (y - MEAN) / STD)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        running += loss.item() * len(y)
    print(f"epoch {epoch:2d}  loss {running / len(train):.4f}  valid MAE {mae(valid_dl):7.1f}")
print(f"test MAE {mae(test_dl):.1f}")
