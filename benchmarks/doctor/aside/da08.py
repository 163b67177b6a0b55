"""Sensor model: 16 machines side by side, read in chunks of 25 minutes.

The LSTM keeps its memory from one chunk to the next, so that slow drifts are seen too.
"""
import math
import os

import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(4)
os.makedirs("out/da08", exist_ok=True)

MACHINES, MINUTES, CHUNK = 16, 2000, 25


def simulate(seed):
    g = np.random.default_rng(seed)
    t = np.arange(MINUTES)
    rows = []
    for _ in range(MACHINES):
        period = g.uniform(180, 260)
        slow = np.sin(2 * math.pi * t / period + g.uniform(0, 6))
        fast = 0.3 * np.sin(2 * math.pi * t / 17 + g.uniform(0, 6))
        rows.append(slow + fast + g.normal(0, 0.1, MINUTES))
    return torch.tensor(np.stack(rows), dtype=torch.float32).unsqueeze(-1)  # (machines, minutes, 1)


class Drift(nn.Module):
    def __init__(self, hidden=40):
        super().__init__()
        self.rnn = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.rnn(x, state)
        return self.out(h), state


def chunks(series):
    """(input, next minute) in the order of time"""
    for start in range(0, series.shape[1] - CHUNK, CHUNK):
        yield series[:, start:start + CHUNK], series[:, start + 1:start + CHUNK + 1]


series = simulate(1)
cut = 1500
train, valid = series[:, :cut], series[:, cut:]

model = Drift()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.MSELoss()

for epoch in range(8):
    model.train()
    state = None
    losses = []
    for x, y in chunks(train):
        pred, state = model(x, state)
        loss = loss_fn(pred, y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())

    model.eval()
    with torch.no_grad():
        _, warm = model(train[:, -200:])
        pred, _ = model(valid[:, :-1], warm)
        val = loss_fn(pred, valid[:, 1:]).item()
    naive = (valid[:, 1:] - valid[:, :-1]).pow(2).mean().item()
    print(f"epoch {epoch + 1}  train {np.mean(losses):.4f}  valid {val:.4f}  (naive {naive:.4f})")

torch.save(model.state_dict(), "out/da08/drift.pt")
