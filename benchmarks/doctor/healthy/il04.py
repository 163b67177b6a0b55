"""Forecast an hourly load curve 12 steps ahead with an LSTM; split by time."""
import argparse

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


def synth_load(n, rng):
    t = np.arange(n)
    daily = np.sin(2 * np.pi * t / 24)
    weekly = 0.5 * np.sin(2 * np.pi * t / 168)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.7 * noise[i - 1] + 0.1 * rng.standard_normal()
    return (50 + 10 * (daily * (1 + 0.3 * weekly) + weekly + noise)).astype(np.float32)


class Windows(Dataset):
    """history -> horizon, both taken from the same contiguous piece of the series"""

    def __init__(self, series, history, horizon):
        self.series = torch.from_numpy(series)
        self.history, self.horizon = history, horizon

    def __len__(self):
        return len(self.series) - self.history - self.horizon + 1

    def __getitem__(self, i):
        mid = i + self.history
        return self.series[i:mid].unsqueeze(-1), self.series[mid:mid + self.horizon]


class Forecaster(nn.Module):
    def __init__(self, hidden, horizon):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, horizon)

    def forward(self, x):
        _, (h, _) = self.lstm(x)
        # predict the change against the last known value
        return x[:, -1] + self.out(h[-1])


@torch.no_grad()
def mae(model, loader, std):
    model.eval()
    err, count = 0.0, 0
    for x, y in loader:
        err += (model(x) - y).abs().sum().item()
        count += y.numel()
    return std * err / count


def seasonal_naive(loader, horizon, std):
    err, count = 0.0, 0
    for x, y in loader:
        start = x.shape[1] - 24
        yesterday = x[:, start:start + horizon, 0]
        err += (yesterday - y).abs().sum().item()
        count += y.numel()
    return std * err / count


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--history", type=int, default=72)
    ap.add_argument("--horizon", type=int, default=12)
    ap.add_argument("--hidden", type=int, default=48)
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--lr", type=float, default=5e-3)
    args = ap.parse_args()
    if args.horizon > 24 or args.history < 24:
        ap.error("the baseline needs horizon <= 24 <= history")

    torch.manual_seed(3)
    raw = synth_load(3600, np.random.default_rng(3))
    cut1, cut2 = 2600, 3100
    mean, std = raw[:cut1].mean(), float(raw[:cut1].std())
    z = (raw - mean) / std

    make = lambda piece: Windows(piece, args.history, args.horizon)
    train = DataLoader(make(z[:cut1]), batch_size=64, shuffle=True)
    val = DataLoader(make(z[cut1:cut2]), batch_size=256)
    test = DataLoader(make(z[cut2:]), batch_size=256)

    model = Forecaster(args.hidden, args.horizon)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.3, patience=1)
    loss_fn = nn.SmoothL1Loss()
    best, best_state = float("inf"), None

    for epoch in range(args.epochs):
        model.train()
        for x, y in train:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
        score = mae(model, val, std)
        plateau.step(score)
        if score < best:
            best = score
            best_state = {k: v.clone() for k, v in model.state_dict().items()}
        print(f"epoch {epoch:2d}  val MAE {score:.3f}  lr {opt.param_groups[0]['lr']:.1e}")

    model.load_state_dict(best_state)
    print(f"test MAE {mae(model, test, std):.3f}   same hour yesterday {seasonal_naive(test, args.horizon, std):.3f}")


if __name__ == "__main__":
    main()
