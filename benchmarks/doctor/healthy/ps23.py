"""Hourly demand, 24 hours ahead: quantile (pinball) loss, random windows from an IterableDataset, Accelerate's loop."""
import copy

import numpy as np
import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, TensorDataset

LOOK, AHEAD, QUANTILES = 168, 24, (0.1, 0.5, 0.9)


def demand(n_days=900, seed=0):
    rng, hour = np.random.default_rng(seed), np.arange(n_days * 24)
    daily = 10 * np.sin(2 * np.pi * (hour % 24 - 7) / 24) + 4 * np.sin(4 * np.pi * hour / 24)
    weekend, weather = np.where(hour // 24 % 7 >= 5, -8.0, 0.0), np.zeros(len(hour))
    for t in range(1, len(hour)):
        weather[t] = 0.97 * weather[t - 1] + rng.normal(0, 0.7)
    return (50 + daily + weekend + weather + rng.normal(0, 1, len(hour))).astype(np.float32)


class RandomWindows(IterableDataset):  # n windows an epoch, for a DataLoader without workers
    def __init__(self, series, n):
        self.series, self.n = series, n

    def __iter__(self):
        for i in torch.randint(len(self.series) - LOOK - AHEAD + 1, (self.n,)).tolist():
            yield self.series[i:i + LOOK], self.series[i + LOOK:i + LOOK + AHEAD]


class Forecaster(nn.Sequential):
    def forward(self, x):
        level = x[:, -24:].mean(dim=1, keepdim=True)  # the network sees and says what is relative to the last day
        return super().forward(x - level) + level[..., None]


def pinball(pred, target):
    err, q = target[..., None] - pred, pred.new_tensor(QUANTILES)
    return torch.maximum(q * err, (q - 1) * err).mean()


def midnight_windows(begin, end):  # one a day with its target in [begin, end)
    at = range(begin, end - AHEAD + 1, 24)
    return TensorDataset(torch.stack([scaled[t - LOOK:t] for t in at]), torch.stack([scaled[t:t + AHEAD] for t in at]))


@torch.no_grad()
def evaluate(loader):
    model.eval()
    return [torch.cat(column) for column in zip(*(acc.gather_for_metrics((model(x), y, x)) for x, y in loader))]


acc = Accelerator()
torch.manual_seed(0)
series, train_end, val_end = demand(), 700 * 24, 800 * 24
mu, sigma = series[:train_end].mean(), series[:train_end].std()
scaled = torch.from_numpy((series - mu) / sigma)
model = Forecaster(nn.Linear(LOOK, 128), nn.ReLU(), nn.Linear(128, AHEAD * 3), nn.Unflatten(1, (AHEAD, 3)))
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-2)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.3, patience=1)
model, optimizer, train_dl, val_dl, test_dl = acc.prepare(
    model, optimizer, DataLoader(RandomWindows(scaled[:train_end], 6400), batch_size=64),
    DataLoader(midnight_windows(train_end, val_end), 50), DataLoader(midnight_windows(val_end, len(series)), 50))
best = float("inf")
for epoch in range(15):
    model.train()
    for x, y in train_dl:
        optimizer.zero_grad()
        acc.backward(pinball(model(x), y))
        acc.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    plateau.step(val := pinball(*evaluate(val_dl)[:2]).item())
    if val < best:
        best, best_state = val, copy.deepcopy(acc.unwrap_model(model).state_dict())
acc.unwrap_model(model).load_state_dict(best_state)
pred, y, x = evaluate(test_dl)
mae, naive = ((p - y).abs().mean().item() * sigma for p in (pred[..., 1], x[:, :24]))
cover = ((y >= pred[..., 0]) & (y <= pred[..., 2])).float().mean().item()
acc.print(f"test MAE {mae:.2f}, last week's same day {naive:.2f}; the 80% interval covers {cover:.2f}")
