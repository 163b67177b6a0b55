#!/usr/bin/env python
"""Forecast the mean load of the coming day from the hours of the last two days."""
import json
import os

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

HISTORY, AHEAD = 48, 24
OUT = "out/io04"


def make_load(n=3000, seed=5):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    drift = np.cumsum(rng.normal(0, 0.6, n))                 # weather, holidays, ...
    daily = 8 * np.sin(2 * np.pi * t / 24)
    return (200 + drift + daily + rng.normal(0, 1.0, n)).astype(np.float32)


def windows(series):
    X, y = [], []
    for i in range(len(series) - HISTORY - AHEAD + 1):
        past = series[i:i + HISTORY]
        future = series[i + HISTORY:i + HISTORY + AHEAD].mean()
        # everything relative to the mean of the window's own past
        level = past.mean()
        X.append((past - level) / 10.0)
        y.append((future - level) / 10.0)
    return torch.from_numpy(np.stack(X)), torch.tensor(np.array(y), dtype=torch.float32)


class Forecaster(nn.Module):
    def __init__(self, width=256):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(HISTORY, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(-1)


def mae(model, loader):
    model.eval()
    err = n = 0
    with torch.no_grad():
        for x, y in loader:
            err += (model(x) - y).abs().sum().item()
            n += len(y)
    return 10.0 * err / n


def main():
    torch.manual_seed(5)
    os.makedirs(OUT, exist_ok=True)
    X, y = windows(make_load())
    data = TensorDataset(X, y)
    n_test = len(data) // 5
    n_val = len(data) // 10
    train_set, val_set, test_set = random_split(
        data, [len(data) - n_val - n_test, n_val, n_test],
        generator=torch.Generator().manual_seed(5),
    )
    train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=256)
    test_loader = DataLoader(test_set, batch_size=256)

    model = Forecaster()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    best, best_state = float("inf"), None
    for epoch in range(60):
        model.train()
        for x, target in train_loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), target)
            loss.backward()
            optimizer.step()
        val = mae(model, val_loader)
        if val < best:
            best = val
            best_state = {k: v.clone() for k, v in model.state_dict().items()}
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: validation MAE {val:.2f}")

    model.load_state_dict(best_state)
    score = mae(model, test_loader)
    print(f"test MAE {score:.2f} (units of the series)")
    with open(f"{OUT}/result.json", "w") as f:
        json.dump({"val_mae": best, "test_mae": score}, f)


if __name__ == "__main__":
    main()
