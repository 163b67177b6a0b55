"""Forecast tomorrow's load from the last four weeks with a GRU. Split by time, never by chance."""
import copy
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


@dataclass(frozen=True)
class Cfg:
    days: int = 1600
    window: int = 28
    val_days: int = 200
    test_days: int = 200
    hidden: int = 32
    batch: int = 64
    lr: float = 5e-3
    max_epochs: int = 30
    patience: int = 6
    seed: int = 8


def make_series(n, rng):
    """weekly rhythm + yearly rhythm + something autoregressive + a little noise"""
    t = np.arange(n)
    week = np.array([1.0, 1.1, 1.15, 1.1, 0.9, 0.2, 0.0])[t % 7]
    year = 0.6 * np.sin(2 * np.pi * t / 365.25)
    ar = np.zeros(n)
    for i in range(1, n):
        ar[i] = 0.8 * ar[i - 1] + rng.normal(0, 0.1)
    return 50 + 12 * (week + year + ar) + rng.normal(0, 0.5, n)


class Windows(Dataset):
    """Inputs are the `window` values before day i, target is day i, for i in [first, last)."""

    def __init__(self, series, first, last, window):
        self.s = torch.tensor(series, dtype=torch.float32)
        self.first, self.last, self.window = max(first, window), last, window

    def __len__(self):
        return self.last - self.first

    def __getitem__(self, k):
        i = self.first + k
        return self.s[i - self.window:i].unsqueeze(-1), self.s[i]


class Forecaster(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, x):
        out, _ = self.gru(x)
        return self.head(out[:, -1]).squeeze(-1)


@torch.no_grad()
def predict(model, ds):
    model.eval()
    guesses, truths = [], []
    for x, y in DataLoader(ds, batch_size=256):
        guesses.append(model(x))
        truths.append(y)
    return torch.cat(guesses), torch.cat(truths)


def main():
    cfg = Cfg()
    torch.manual_seed(cfg.seed)
    series = make_series(cfg.days, np.random.default_rng(cfg.seed))

    train_end = cfg.days - cfg.val_days - cfg.test_days
    val_end = cfg.days - cfg.test_days
    mu, sd = series[:train_end].mean(), series[:train_end].std()  # the past only
    z = (series - mu) / sd

    train = Windows(z, 0, train_end, cfg.window)
    val = Windows(z, train_end, val_end, cfg.window)
    test = Windows(z, val_end, cfg.days, cfg.window)

    # shuffling whole windows inside the training period is fine
    loader = DataLoader(train, batch_size=cfg.batch, shuffle=True)
    model = Forecaster(cfg.hidden)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda e: 0.93 ** e)
    loss_fn = nn.HuberLoss()

    best, best_state, bad = float("inf"), None, 0
    for epoch in range(cfg.max_epochs):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            loss_fn(model(x), y).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        scheduler.step()

        guess, truth = predict(model, val)
        mae = (guess - truth).abs().mean().item() * sd
        print(f"epoch {epoch:2d}: val MAE {mae:.3f}")
        if mae < best:
            best, best_state, bad = mae, copy.deepcopy(model.state_dict()), 0
        else:
            bad += 1
            if bad == cfg.patience:
                break

    model.load_state_dict(best_state)
    guess, truth = predict(model, test)
    mae = (guess - truth).abs().mean().item() * sd
    naive = np.abs(series[val_end:] - series[val_end - 7:-7]).mean()
    print(f"test MAE {mae:.3f}, same weekday last week {naive:.3f}")


if __name__ == "__main__":
    main()
