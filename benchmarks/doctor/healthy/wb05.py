"""Forecast the next value of a noisy seasonal series with a GRU.

The split is by time; windows are cut inside each segment, so no window reaches over a border.
"""
import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn


@dataclass(frozen=True)
class Config:
    length: int = 2400
    window: int = 36
    hidden: int = 32
    epochs: int = 15
    batch: int = 64
    lr: float = 5e-3
    seed: int = 5


def make_series(cfg):
    rng = np.random.default_rng(cfg.seed)
    t = np.arange(cfg.length)
    clean = np.sin(2 * math.pi * t / 12) + 0.6 * np.sin(2 * math.pi * t / 30 + 1.0)
    return (20 + 4 * clean + rng.normal(0, 0.4, cfg.length)).astype(np.float32)


def windows(segment, w):
    x = np.lib.stride_tricks.sliding_window_view(segment, w + 1).copy()
    return torch.from_numpy(x[:, :-1]).unsqueeze(-1), torch.from_numpy(x[:, -1])


class Forecaster(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        out, _ = self.gru(x)
        return self.head(out[:, -1]).squeeze(-1)


def rmse(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x) - y).pow(2).mean().sqrt().item()


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    series = make_series(cfg)
    a, b = int(0.7 * cfg.length), int(0.85 * cfg.length)
    mean, std = float(series[:a].mean()), float(series[:a].std())
    z = (series - mean) / std
    (xtr, ytr), (xva, yva), (xte, yte) = (windows(s, cfg.window) for s in (z[:a], z[a:b], z[b:]))

    model = Forecaster(cfg.hidden)
    opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    steps = math.ceil(len(xtr) / cfg.batch) * cfg.epochs
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=steps)
    for epoch in range(cfg.epochs):
        model.train()
        for rows in torch.randperm(len(xtr)).split(cfg.batch):
            opt.zero_grad()
            nn.functional.mse_loss(model(xtr[rows]), ytr[rows]).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        print(f"epoch {epoch + 1:2d}: validation RMSE {std * rmse(model, xva, yva):.3f}")

    persistence = (xte[:, -1, 0] - yte).pow(2).mean().sqrt().item()
    print(f"test RMSE {std * rmse(model, xte, yte):.3f}, persistence {std * persistence:.3f}, "
          f"noise floor about 0.4")


if __name__ == "__main__":
    main()
