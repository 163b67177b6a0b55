#!/usr/bin/env python
"""Hourly load forecast (24 h history -> next hour) with a GRU and the one-cycle policy."""
import math

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(2)
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HISTORY, BATCH_SIZE, EPOCHS, MAX_LR = 24, 32, 12, 1e-2

# synthetic load: daily and weekly rhythm plus noise
rng = np.random.default_rng(2)
t = np.arange(1300)
load = (50 + 12 * np.sin(2 * math.pi * t / 24) + 5 * np.sin(2 * math.pi * t / 168)
        + rng.normal(scale=1.5, size=len(t))).astype("float32")

split = 1000
mu, sigma = load[:split].mean(), load[:split].std()
z = (load - mu) / sigma


class Windows(Dataset):
    def __init__(self, series):
        self.series = torch.from_numpy(series)

    def __len__(self):
        return len(self.series) - HISTORY

    def __getitem__(self, i):
        return self.series[i:i + HISTORY].unsqueeze(-1), self.series[i + HISTORY]


train_ds, test_ds = Windows(z[:split]), Windows(z[split - HISTORY:])
train_dl = DataLoader(train_ds, batch_size=BATCH_SIZE, shuffle=True)
test_dl = DataLoader(test_ds, batch_size=128)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        _, h = self.gru(x)
        return self.out(h[-1]).squeeze(-1)


model = Forecaster().to(DEVICE)
optimizer = torch.optim.AdamW(model.parameters(), lr=MAX_LR / 25)
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer,
    max_lr=MAX_LR,
    total_steps=EPOCHS * len(train_dl),
)
loss_fn = nn.SmoothL1Loss()

for epoch in range(EPOCHS):
    model.train()
    losses = []
    for x, y in train_dl:
        x, y = x.to(DEVICE), y.to(DEVICE)
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.4f}  lr {scheduler.get_last_lr()[0]:.2e}")

model.eval()
pred, true = [], []
with torch.no_grad():
    for x, y in test_dl:
        pred.append(model(x.to(DEVICE)).cpu())
        true.append(y)
pred = torch.cat(pred).numpy() * sigma + mu
true = torch.cat(true).numpy() * sigma + mu
naive = load[split - 1:-1]
print("test MAE  model %.2f   last hour carried on %.2f" % (
    np.abs(pred - true).mean(), np.abs(naive - true).mean()))
