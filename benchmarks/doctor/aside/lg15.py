"""House prices from a table, trained in bfloat16 to save memory (the real table has 90 million rows)."""
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Settings:
    rows: int = 4000
    epochs: int = 25
    batch: int = 64
    lr: float = 3e-3
    dtype: torch.dtype = torch.bfloat16
    seed: int = 8


def make_table(n, seed):
    """area in m2, year of building, latitude and longitude, rooms."""
    rng = np.random.default_rng(seed)
    area = rng.uniform(30, 220, n)
    year = rng.integers(1950, 2024, n)
    latitude = rng.uniform(48.06, 48.24, n)
    longitude = rng.uniform(11.38, 11.72, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.7, n)), 1, 9)
    km = np.hypot((latitude - 48.137) * 111.2, (longitude - 11.575) * 74.2)  # to the centre
    price = (
        2.4 * area
        + 1.6 * (year - 1950)
        + 420 * np.exp(-km / 6)
        + rng.normal(0, 12, n)
    )
    x = np.stack([area, year, latitude, longitude, rooms], axis=1)
    return x, price


class Standardize(nn.Module):
    def __init__(self, x):
        super().__init__()
        self.register_buffer("mean", torch.tensor(x.mean(0), dtype=torch.float32))
        self.register_buffer("std", torch.tensor(x.std(0), dtype=torch.float32))

    def forward(self, x):
        return (x.float() - self.mean) / self.std


class Net(nn.Module):
    def __init__(self, x, width=96):
        super().__init__()
        self.standardize = Standardize(x)
        self.body = nn.Sequential(nn.Linear(x.shape[1], width), nn.SiLU(), nn.Linear(width, width), nn.SiLU(), nn.Linear(width, 1))

    def forward(self, x):
        return self.body(self.standardize(x)).squeeze(-1)


def r2(pred, gold):
    return 1 - ((pred - gold) ** 2).sum().item() / ((gold - gold.mean()) ** 2).sum().item()


def main(s=Settings()):
    torch.manual_seed(s.seed)
    x, price = make_table(s.rows, s.seed)
    cut = int(0.8 * s.rows)
    center, scale = price[:cut].mean(), price[:cut].std()
    target = torch.tensor((price - center) / scale, dtype=torch.float32)
    table = torch.tensor(x, dtype=s.dtype)
    x_train, y_train, x_valid, y_valid = table[:cut], target[:cut], table[cut:], target[cut:]

    net = Net(x[:cut])
    optimizer = torch.optim.AdamW(net.parameters(), lr=s.lr)
    steps = s.epochs * -(-cut // s.batch)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=s.lr, total_steps=steps)
    for epoch in range(s.epochs):
        net.train()
        for idx in torch.randperm(cut).split(s.batch):
            with torch.autocast("cpu", dtype=s.dtype):
                pred = net(x_train[idx])
            loss = F.mse_loss(pred.float(), y_train[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
        if (epoch + 1) % 5 == 0:
            net.eval()
            with torch.no_grad(), torch.autocast("cpu", dtype=s.dtype):
                fit, valid = net(x_train).float(), net(x_valid).float()
            rmse = ((valid - y_valid) ** 2).mean().sqrt().item() * scale
            print(f"epoch {epoch + 1:2d}: R2 train {r2(fit, y_train):.4f}, valid {r2(valid, y_valid):.4f}, rmse {rmse:.1f} thousand (noise: 12)")


if __name__ == "__main__":
    main()
