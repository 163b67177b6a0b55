# Load forecasting: 72 hours in, the next 12 hours out. GRU with an exponential moving average of the weights.
# Split by time; no window reaches over a border between the parts.
from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Dataset


@dataclass(frozen=True)
class Config:
    history: int = 72
    horizon: int = 12
    hidden: int = 48
    batch: int = 64
    epochs: int = 8
    lr: float = 3e-3
    ema: float = 0.98
    seed: int = 11


def make_load(hours: int, rng: np.random.Generator) -> np.ndarray:
    t = np.arange(hours)
    day = 12 * np.sin(2 * np.pi * t / 24) + 4 * np.sin(4 * np.pi * t / 24 + 0.7)
    week = np.where((t // 24) % 7 >= 5, -8.0, 0.0)
    weather = np.zeros(hours)
    for i in range(1, hours):
        weather[i] = 0.97 * weather[i - 1] + rng.normal(0, 0.9)
    return (100 + day + week + weather + rng.normal(0, 0.5, hours)).astype(np.float32)


class Windows(Dataset):
    def __init__(self, part: Tensor, cfg: Config):
        self.part, self.cfg = part, cfg

    def __len__(self) -> int:
        return len(self.part) - self.cfg.history - self.cfg.horizon + 1

    def __getitem__(self, i: int) -> tuple[Tensor, Tensor]:
        cut = i + self.cfg.history
        return self.part[i:cut].unsqueeze(-1), self.part[cut:cut + self.cfg.horizon]


class Forecaster(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.gru = nn.GRU(1, cfg.hidden, batch_first=True)
        self.out = nn.Linear(cfg.hidden, cfg.horizon)

    def forward(self, x: Tensor) -> Tensor:
        _, h = self.gru(x)
        # the net predicts the change against the last value it has seen
        return x[:, -1] + self.out(h[-1])


@torch.no_grad()
def mae(model: nn.Module, loader: DataLoader, scale: float) -> float:
    model.eval()
    total, count = 0.0, 0
    for x, y in loader:
        total += (model(x) - y).abs().sum().item()
        count += y.numel()
    return total / count * scale


def main(cfg: Config = Config()) -> None:
    torch.manual_seed(cfg.seed)
    torch.set_num_threads(2)
    load = make_load(24 * 200, np.random.default_rng(cfg.seed))
    a, b = int(0.7 * len(load)), int(0.85 * len(load))
    mean, std = float(load[:a].mean()), float(load[:a].std())  # of the training hours only
    z = torch.from_numpy((load - mean) / std)
    train, val, test = (Windows(part, cfg) for part in (z[:a], z[a:b], z[b:]))
    train_dl = DataLoader(train, cfg.batch, shuffle=True)
    val_dl, test_dl = DataLoader(val, 256), DataLoader(test, 256)

    model = Forecaster(cfg)
    averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(cfg.ema))
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=1e-4)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=cfg.epochs, eta_min=cfg.lr / 20)

    best, kept = float("inf"), None
    for epoch in range(cfg.epochs):
        model.train()
        for x, y in train_dl:
            loss = nn.functional.smooth_l1_loss(model(x), y)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            averaged.update_parameters(model)
        sched.step()  # one step an epoch, T_max counts epochs
        raw, smooth = mae(model, val_dl, std), mae(averaged, val_dl, std)
        print(f"{epoch}: validation MAE raw {raw:.2f}  averaged {smooth:.2f} MW")
        if smooth < best:
            best, kept = smooth, deepcopy(averaged.module.state_dict())

    final = Forecaster(cfg)
    final.load_state_dict(kept)
    # what one would say without a model: the same hour yesterday
    gap, n = 0.0, 0
    for x, y in test_dl:
        yesterday = x[:, cfg.history - 24:cfg.history - 24 + cfg.horizon, 0]
        gap += (yesterday - y).abs().sum().item()
        n += y.numel()
    print(f"test MAE {mae(final, test_dl, std):.2f} MW; same hour yesterday: {gap / n * std:.2f} MW")


if __name__ == "__main__":
    main()
