"""One-hour-ahead load forecast with a small 1d CNN."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    window: int = 48
    train_hours: int = 2400
    valid_hours: int = 600
    batch_size: int = 64
    epochs: int = 12
    lr: float = 2e-3
    seed: int = 7


def simulate_load(n_hours, rng):
    """Daily and weekly rhythm, an AR(1) part and metering noise (MW)."""
    t = np.arange(n_hours)
    ar = np.zeros(n_hours)
    for i in range(1, n_hours):
        ar[i] = 0.8 * ar[i - 1] + rng.normal(0, 4)
    daily = 25 * np.sin(2 * np.pi * t / 24) + 8 * np.cos(4 * np.pi * t / 24)
    weekly = 10 * np.sin(2 * np.pi * t / 168)
    return 200 + daily + weekly + ar + rng.normal(0, 6, n_hours)


def make_windows(series, window):
    inputs, targets = [], []
    for start in range(len(series) - window):
        end = start + window
        inputs.append(series[start:end])
        targets.append(series[end - 1])
    x = torch.tensor(np.stack(inputs), dtype=torch.float32).unsqueeze(1)
    y = torch.tensor(np.array(targets), dtype=torch.float32)
    return TensorDataset(x, y)


class LoadNet(nn.Module):
    def __init__(self, window):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv1d(1, 16, 5, padding=2), nn.ReLU(),
            nn.Conv1d(16, 16, 5, padding=2), nn.ReLU(),
        )
        self.head = nn.Linear(16 * window, 1)

    def forward(self, x):
        return self.head(self.conv(x).flatten(1)).squeeze(1)


def mae(model, loader, scale):
    model.eval()
    total, n = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            total += (model(x) - y).abs().sum().item()
            n += len(y)
    return total / n * scale


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    load = simulate_load(cfg.train_hours + cfg.valid_hours + 600, rng)

    # cut by time, scale with what was known at training time
    a, b = cfg.train_hours, cfg.train_hours + cfg.valid_hours
    mean, std = load[:a].mean(), load[:a].std()
    scaled = (load - mean) / std
    train_set, valid_set, test_set = (
        make_windows(part, cfg.window) for part in (scaled[:a], scaled[a:b], scaled[b:])
    )
    train_dl = DataLoader(train_set, batch_size=cfg.batch_size, shuffle=True)
    valid_dl = DataLoader(valid_set, batch_size=256)
    test_dl = DataLoader(test_set, batch_size=256)

    model = LoadNet(cfg.window)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.85)
    criterion = nn.MSELoss()

    for epoch in range(cfg.epochs):
        model.train()
        for x, y in train_dl:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
        scheduler.step()
        print(f"epoch {epoch + 1:2d}  valid MAE {mae(model, valid_dl, std):.2f} MW")

    print(f"one-hour-ahead forecast, test MAE {mae(model, test_dl, std):.2f} MW")


if __name__ == "__main__":
    main()
