"""Forecast the next six hours of a (made) power demand from the last two days.

The series is cut by time: first 60 % train, then validation, then test. A window lies wholly in one part."""
import copy
import math

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

HISTORY, HORIZON, DAY = 48, 6, 24


def make_series(hours=3000, seed=0):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    day = 8 * np.sin(2 * np.pi * t / 24 - 1.0) + 3 * np.sin(4 * np.pi * t / 24)
    week = np.where((t // 24) % 7 >= 5, -4.0, 0.0)
    noise = np.zeros(hours)
    for i in range(1, hours):
        noise[i] = 0.85 * noise[i - 1] + rng.normal(0, 1.0)
    return (50 + day + week + noise).astype(np.float32)


class Windows(Dataset):
    def __init__(self, part):
        self.part = torch.from_numpy(part)

    def __len__(self):
        return len(self.part) - HISTORY - HORIZON + 1

    def __getitem__(self, i):
        a = i + HISTORY
        return self.part[i:a], self.part[a:a + HORIZON]


class Forecaster(nn.Module):
    """GRU that corrects the seasonal guess "as yesterday at this hour"."""

    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden + HISTORY, 64), nn.ReLU(), nn.Linear(64, HORIZON))

    @staticmethod
    def yesterday(x):
        return x[:, HISTORY - DAY:HISTORY - DAY + HORIZON]

    def forward(self, x):
        _, h = self.gru(x.unsqueeze(-1))
        return self.yesterday(x) + self.head(torch.cat([h[-1], x], dim=1))


def mean_abs(fn, loader):
    total, count = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            total += (fn(x) - y).abs().sum().item()
            count += y.numel()
    return total / count


def main():
    torch.manual_seed(2)
    torch.set_num_threads(2)
    series = make_series()
    a, b = int(0.6 * len(series)), int(0.8 * len(series))
    mu, sd = series[:a].mean(), series[:a].std()  # known at training time
    scaled = (series - mu) / sd
    train = DataLoader(Windows(scaled[:a]), batch_size=64, shuffle=True)  # shuffles windows, not hours
    valid = DataLoader(Windows(scaled[a:b]), batch_size=256)
    test = DataLoader(Windows(scaled[b:]), batch_size=256)

    net = Forecaster()
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=3)
    best, state = math.inf, None
    for epoch in range(25):
        net.train()
        for x, y in train:
            opt.zero_grad()
            nn.functional.l1_loss(net(x), y).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
        net.eval()
        err = mean_abs(net, valid)
        plateau.step(err)
        if err < best:
            best, state = err, copy.deepcopy(net.state_dict())
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: validation MAE {err * sd:.3f} MW, lr {opt.param_groups[0]['lr']:.1e}")

    net.load_state_dict(state)
    net.eval()
    print("test MAE in MW")
    print(f"  training mean      {mean_abs(lambda x: torch.zeros(len(x), HORIZON), test) * sd:.3f}")
    print(f"  last hour repeated {mean_abs(lambda x: x[:, -1:].expand(-1, HORIZON), test) * sd:.3f}")
    print(f"  as yesterday       {mean_abs(Forecaster.yesterday, test) * sd:.3f}")
    print(f"  network            {mean_abs(net, test) * sd:.3f}")


main()
