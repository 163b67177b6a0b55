"""One-step-ahead forecasting of a noisy seasonal series with an LSTM.

The split is along time; no window of a later part reaches back into an earlier one.
"""
import argparse
import math
import pathlib

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_series(n, rng):
    t = np.arange(n)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.6 * noise[i - 1] + rng.normal(scale=0.15)
    return 2.0 * np.sin(2 * math.pi * t / 24) + 0.8 * np.sin(2 * math.pi * t / 168) + noise


def windows(series, length):
    view = np.lib.stride_tricks.sliding_window_view(series, length + 1)
    x = torch.tensor(view[:, :-1].copy(), dtype=torch.float32).unsqueeze(-1)
    y = torch.tensor(view[:, -1].copy(), dtype=torch.float32)
    return TensorDataset(x, y)


class Forecaster(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.rnn = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        h, _ = self.rnn(x)
        # predict the change with respect to the last seen value
        return x[:, -1, 0] + self.out(h[:, -1]).squeeze(-1)


@torch.no_grad()
def mse(model, loader):
    model.eval()
    total, n = 0.0, 0
    for x, y in loader:
        total += ((model(x) - y) ** 2).sum().item()
        n += len(y)
    return total / n


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--hours", type=int, default=3000)
    p.add_argument("--window", type=int, default=48)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--out", default="out/qd06")
    a = p.parse_args()

    torch.manual_seed(0)
    torch.set_num_threads(2)
    raw = make_series(a.hours, np.random.default_rng(0))

    i, j = int(0.7 * a.hours), int(0.85 * a.hours)
    mu, sd = raw[:i].mean(), raw[:i].std()      # statistics of the past only
    past, mid, future = ((part - mu) / sd for part in (raw[:i], raw[i:j], raw[j:]))

    train = DataLoader(windows(past, a.window), batch_size=64, shuffle=True)
    val = DataLoader(windows(mid, a.window), batch_size=256)
    test = DataLoader(windows(future, a.window), batch_size=256)

    model = Forecaster(a.hidden)
    opt = torch.optim.Adam(model.parameters(), lr=a.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=a.epochs * len(train))

    out = pathlib.Path(a.out)
    out.mkdir(parents=True, exist_ok=True)
    best = float("inf")
    for epoch in range(1, a.epochs + 1):
        model.train()
        for x, y in train:
            opt.zero_grad(set_to_none=True)
            nn.functional.mse_loss(model(x), y).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        v = mse(model, val)
        print(f"epoch {epoch:2d}  val rmse {math.sqrt(v) * sd:.4f}")
        if v < best:
            best = v
            torch.save(model.state_dict(), out / "best.pt")

    model.load_state_dict(torch.load(out / "best.pt", weights_only=True))
    persistence = np.mean([(x[-1, 0] - y).item() ** 2 for x, y in test.dataset])
    print(f"test rmse {math.sqrt(mse(model, test)) * sd:.4f}"
          f"  last-value baseline {math.sqrt(persistence) * sd:.4f}")


if __name__ == "__main__":
    main()
