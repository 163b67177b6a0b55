"""Forecast the mean load of the next day from the last two days (hourly values)."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split


@dataclass
class Config:
    hours: int = 24 * 150
    history: int = 48
    horizon: int = 24
    capacity: float = 1000.0  # MW installed, given by the operator
    batch: int = 64
    epochs: int = 15
    lr: float = 1e-3
    seed: int = 4


def load_curve(cfg):
    g = np.random.default_rng(cfg.seed)
    t = np.arange(cfg.hours)
    weather = np.cumsum(g.normal(0, 6, cfg.hours))
    weather = weather - np.linspace(0, weather[-1], cfg.hours)
    day = 120 * np.sin(2 * np.pi * t / 24)
    week = 60 * ((t // 24) % 7 < 5)
    return (500 + day + week + weather + g.normal(0, 15, cfg.hours)).astype(np.float32)


class Windows(Dataset):
    def __init__(self, series, cfg):
        self.series = torch.from_numpy(series / np.float32(cfg.capacity))
        self.cfg = cfg

    def __len__(self):
        return len(self.series) - self.cfg.history - self.cfg.horizon + 1

    def __getitem__(self, i):
        a, b = i + self.cfg.history, i + self.cfg.history + self.cfg.horizon
        return self.series[i:a], self.series[a:b].mean()


def mae(model, loader, cfg):
    model.eval()
    total, n = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            total += (model(x).squeeze(-1) - y).abs().sum().item()
            n += len(y)
    return total / n * cfg.capacity


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    data = Windows(load_curve(cfg), cfg)

    n_test = int(0.2 * len(data))
    n_val = int(0.1 * len(data))
    generator = torch.Generator().manual_seed(cfg.seed)
    train, val, test = random_split(data, [len(data) - n_val - n_test, n_val, n_test], generator=generator)

    train_loader = DataLoader(train, batch_size=cfg.batch, shuffle=True)
    val_loader = DataLoader(val, batch_size=256)
    test_loader = DataLoader(test, batch_size=256)

    model = nn.Sequential(nn.Linear(cfg.history, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    criterion = nn.MSELoss()

    for epoch in range(cfg.epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x).squeeze(-1), y)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch + 1:2d}  val MAE {mae(model, val_loader, cfg):6.2f} MW")

    print(f"expected error on future days: {mae(model, test_loader, cfg):.2f} MW")


if __name__ == "__main__":
    main()
