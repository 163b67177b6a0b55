"""
Delivery times with a guarantee: quantile regression + split conformal ("CQR").

Four disjoint sets of orders:
    fit        weights of the network
    choose     the epoch
    calibrate  the conformal correction
    report     everything printed at the end
"""
import math
import os
from collections import namedtuple

import numpy as np
import torch
from torch import nn

ALPHA = 0.1
LEVELS = torch.tensor([ALPHA / 2, 0.5, 1 - ALPHA / 2])
Orders = namedtuple("Orders", "features days")


def draw_orders(n, rng):
    distance = rng.uniform(5, 900, n)                   # km
    weight = rng.lognormal(1.0, 0.8, n)                 # kg
    express = rng.random(n) < 0.3
    stock = rng.random(n) < 0.7
    backlog = rng.gamma(2.0, 10.0, n)                   # open orders at the plant
    typical = np.exp(0.2 + distance / 700 + 0.12 * np.log1p(weight)
                     + np.where(stock, 0.0, 0.7) - 0.5 * express + 0.012 * backlog)
    shape = np.where(stock, 25.0, 6.0)                  # ordered parts: much less predictable
    days = typical * rng.gamma(shape, 1.0 / shape)
    features = np.column_stack([distance, np.log(weight), express, stock, backlog])
    return Orders(features.astype(np.float32), days.astype(np.float32))


class Quantiles(nn.Module):
    """Median, and distances to both sides that cannot be negative: quantiles never cross."""

    def __init__(self, mean, std):
        super().__init__()
        self.register_buffer("mean", torch.as_tensor(mean))
        self.register_buffer("std", torch.as_tensor(std))
        self.net = nn.Sequential(nn.Linear(len(mean), 64), nn.GELU(),
                                 nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 3))

    def forward(self, x):
        middle, down, up = self.net((x - self.mean) / self.std).unbind(-1)
        softplus = nn.functional.softplus
        return torch.stack([middle - softplus(down), middle, middle + softplus(up)], dim=-1)


def pinball(predicted, target):
    gap = target.unsqueeze(-1) - predicted
    return torch.maximum(LEVELS * gap, (LEVELS - 1) * gap).mean()


def batches(x, y, size, generator):
    for rows in torch.randperm(len(x), generator=generator).split(size):
        yield x[rows], y[rows]


def train(fit, choose, epochs=40):
    # the target is log(days); quantiles pass through exp() unchanged in rank
    x, y = torch.from_numpy(fit.features), torch.from_numpy(fit.days).log()
    xv, yv = torch.from_numpy(choose.features), torch.from_numpy(choose.days).log()
    model = Quantiles(fit.features.mean(0), fit.features.std(0))
    opt = torch.optim.AdamW(model.parameters(), lr=2e-3)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)
    g = torch.Generator().manual_seed(1)
    best, snapshot = math.inf, None
    for epoch in range(epochs):
        model.train()
        for xb, yb in batches(x, y, 256, g):
            opt.zero_grad()
            pinball(model(xb), yb).backward()
            opt.step()
        cosine.step()
        model.eval()
        with torch.no_grad():
            score = pinball(model(xv), yv).item()
        if score < best:
            best = score
            snapshot = {k: v.clone() for k, v in model.state_dict().items()}
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1}: pinball on 'choose' {score:.4f}")
    model.load_state_dict(snapshot)
    return model.eval()


def conformal_margin(model, calibrate):
    with torch.no_grad():
        q = model(torch.from_numpy(calibrate.features)).numpy()
    y = np.log(calibrate.days)
    score = np.maximum(q[:, 0] - y, y - q[:, 2])
    rank = math.ceil((len(y) + 1) * (1 - ALPHA))         # rank-th smallest, counted from one
    return np.sort(score)[rank - 1]


def describe(name, low, mid, high, days):
    inside = (low <= days) & (days <= high)
    print(f"{name:28s} coverage {inside.mean():.3f}  mean width {np.mean(high - low):5.2f} d  "
          f"MAE of the median {np.abs(mid - days).mean():.3f} d")


if __name__ == "__main__":
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    fit, choose, calibrate, report = (draw_orders(n, rng) for n in (8000, 1500, 1500, 2500))
    model = train(fit, choose)
    margin = conformal_margin(model, calibrate)
    with torch.no_grad():
        q = model(torch.from_numpy(report.features)).numpy()

    print(f"\nwanted coverage {1 - ALPHA:.2f}, conformal margin {margin:+.4f} (log days)")
    flat = np.quantile(fit.days, LEVELS.numpy())
    describe("quantiles of all orders", *flat, report.days)
    describe("network", *np.exp(q).T, report.days)
    low, mid, high = np.exp(q[:, 0] - margin), np.exp(q[:, 1]), np.exp(q[:, 2] + margin)
    describe("network, conformal", low, mid, high, report.days)
    os.makedirs("out/md09", exist_ok=True)
    torch.save({"weights": model.state_dict(), "margin": float(margin)}, "out/md09/model.pt")
