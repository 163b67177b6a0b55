"""Upper estimate (80 % quantile) of a noisy response, against a constant as baseline."""
from dataclasses import dataclass

import numpy as np
import torch
from sklearn.datasets import make_friedman1
from torch import nn


@dataclass
class Config:
    q: float = 0.8
    n_train: int = 2000
    n_valid: int = 600
    batch: int = 64
    epochs: int = 30
    lr: float = 3e-3
    seed: int = 21


cfg = Config()
torch.manual_seed(cfg.seed)

X, y = make_friedman1(n_samples=cfg.n_train + cfg.n_valid, n_features=10, noise=1.0, random_state=cfg.seed)
X = torch.tensor(X, dtype=torch.float32)
y = torch.tensor(y, dtype=torch.float32)
X_train, X_valid = X[: cfg.n_train], X[cfg.n_train:]
y_train, y_valid = y[: cfg.n_train], y[cfg.n_train:]

x_mean, x_std = X_train.mean(0), X_train.std(0)
y_mean, y_std = y_train.mean(), y_train.std()


def pinball(pred, target, q=cfg.q):
    diff = target - pred
    return torch.maximum(q * diff, (q - 1) * diff).mean()


class QuantileNet(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.register_buffer("shift", x_mean)
        self.register_buffer("scale", x_std)
        self.body = nn.Sequential(
            nn.Linear(d, 64), nn.SiLU(),
            nn.Linear(64, 64), nn.SiLU(),
            nn.Linear(64, 1),
        )

    def forward(self, x):
        return self.body((x - self.shift) / self.scale)


model = QuantileNet(X.shape[1])
optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
steps = cfg.epochs * -(-cfg.n_train // cfg.batch)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps)


def validate():
    model.eval()
    with torch.no_grad():
        guess = model(X_valid)[:, 0] * y_std + y_mean
    covered = (y_valid <= guess).float().mean().item()
    return pinball(guess, y_valid).item(), covered


for epoch in range(cfg.epochs):
    model.train()
    order = torch.randperm(cfg.n_train)
    running = 0.0
    for idx in order.split(cfg.batch):
        xb = X_train[idx]
        yb = (y_train[idx] - y_mean) / y_std
        loss = pinball(model(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        running += loss.item() * len(idx)
    if (epoch + 1) % 5 == 0:
        v, c = validate()
        print(f"epoch {epoch + 1:3d}  train {running / cfg.n_train:.4f}  valid {v:.4f}  covered {c:.3f}")

constant = torch.quantile(y_train, cfg.q)
print("constant baseline:", round(pinball(constant.expand_as(y_valid), y_valid).item(), 4))
print("network          :", round(validate()[0], 4))
