"""Multi-horizon forecasting of an hourly load series: the series sits in a memory-mapped file, windows are cut on
the fly, the splits are chronological, the scaler is fitted on the training period, a seasonal-naive forecast is the
yardstick."""
import os

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

OUT = "outputs/j20"
PAST, HORIZON = 72, 12
os.makedirs(OUT, exist_ok=True)


def write_series(path, n=24 * 160, seed=0):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    weekday = (t // 24) % 7
    daily = np.sin(2 * np.pi * (t % 24 - 7) / 24) + 0.4 * np.sin(4 * np.pi * (t % 24) / 24)
    ar = np.zeros(n)
    for i in range(1, n):
        ar[i] = 0.95 * ar[i - 1] + 0.12 * rng.normal()
    y = 50 + 10 * daily * np.where(weekday < 5, 1.0, 0.55) + 6 * ar + 0.8 * rng.normal(size=n)
    mm = np.memmap(path, dtype="float32", mode="w+", shape=(n,))
    mm[:] = y
    mm.flush()
    return n


class Windows(Dataset):
    """Window i predicts the HORIZON hours from `first + i`. Targets lie in [first, last) only; the known past may
    reach back before `first`, as it does in use."""

    def __init__(self, series, first, last, mean, std, stride=1):
        self.series, self.mean, self.std = series, mean, std
        self.origins = np.arange(max(first, PAST), last - HORIZON + 1, stride)

    def __len__(self):
        return len(self.origins)

    def clock(self, hours):
        h, w = 2 * np.pi * (hours % 24) / 24, (hours // 24) % 7
        return np.stack([np.sin(h), np.cos(h), (w >= 5).astype(float)], -1).astype("float32")

    def __getitem__(self, i):
        o = int(self.origins[i])
        past = (np.array(self.series[o - PAST : o]) - self.mean) / self.std
        future = (np.array(self.series[o : o + HORIZON]) - self.mean) / self.std
        x = np.concatenate([past[:, None], self.clock(np.arange(o - PAST, o))], 1)
        return torch.from_numpy(x), torch.from_numpy(self.clock(np.arange(o, o + HORIZON))), torch.from_numpy(future)


class Forecaster(nn.Module):
    def __init__(self, hidden=40):
        super().__init__()
        self.lstm = nn.LSTM(4, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden + 3 * HORIZON, 64), nn.ReLU(), nn.Linear(64, HORIZON))

    def forward(self, x, clock):
        _, (h, _) = self.lstm(x)
        # predicts the difference to the last known value
        return x[:, -1, :1] + self.head(torch.cat([h[-1], clock.flatten(1)], 1))


def main():
    torch.manual_seed(3)
    n = write_series(f"{OUT}/series.f32")
    series = np.memmap(f"{OUT}/series.f32", dtype="float32", mode="r", shape=(n,))
    a, b = int(n * 0.7), int(n * 0.85)
    mean, std = float(series[:a].mean()), float(series[:a].std())
    train = Windows(series, 0, a, mean, std)
    valid = Windows(series, a, b, mean, std, stride=3)
    test = Windows(series, b, n, mean, std, stride=3)
    print(len(train), len(valid), len(test), "windows")
    train_dl = DataLoader(train, 64, shuffle=True, generator=torch.Generator().manual_seed(0), drop_last=True)

    model = Forecaster()
    loss_fn = nn.HuberLoss()
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-4)
    sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.4, patience=1)

    @torch.no_grad()
    def run(ds):
        model.eval()
        loss = mae = k = 0
        for x, c, y in DataLoader(ds, 256):
            p = model(x, c)
            loss += loss_fn(p, y).item() * len(y)
            mae += (p - y).abs().mean(1).sum().item() * std
            k += len(y)
        return loss / k, mae / k

    def naive(ds):
        """the value 24 hours earlier"""
        return np.mean([np.abs(series[o : o + HORIZON] - series[o - 24 : o - 24 + HORIZON]).mean() for o in ds.origins])

    best = float("inf")
    for epoch in range(1, 11):
        model.train()
        s = 0.0
        for x, c, y in train_dl:
            opt.zero_grad()
            loss = loss_fn(model(x, c), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            s += loss.item()
        vl, vm = run(valid)
        sched.step(vl)
        if vl < best:
            best = vl
            torch.save({"model": model.state_dict(), "mean": mean, "std": std}, f"{OUT}/best.pt")
        print(f"epoch {epoch:2d}: train {s / len(train_dl):.4f}  valid {vl:.4f}  valid MAE {vm:.3f}  lr {opt.param_groups[0]['lr']:.1e}")
    model.load_state_dict(torch.load(f"{OUT}/best.pt")["model"])
    print(f"test MAE {run(test)[1]:.3f}, seasonal naive {naive(test):.3f}")


if __name__ == "__main__":
    main()
