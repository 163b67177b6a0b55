"""Hourly load forecast, 12 hours ahead, with a GRU. Splits follow the calendar."""
import copy

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

PAST, AHEAD = 48, 12


def simulate(hours=4200, seed=0):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    daily = 10 * np.sin(2 * np.pi * t / 24)
    weekly = 4 * np.sin(2 * np.pi * t / 168)
    weather = np.zeros(hours)
    for i in range(1, hours):
        weather[i] = 0.97 * weather[i - 1] + rng.normal(0, 0.8)
    return (100 + daily + weekly + weather + rng.normal(0, 1.0, hours)).astype(np.float32)


def windows(series):
    """All (past, future) pairs that lie completely inside the given stretch."""
    n = len(series) - PAST - AHEAD + 1
    past = np.stack([series[i:i + PAST] for i in range(n)])
    future = np.stack([series[i + PAST:i + PAST + AHEAD] for i in range(n)])
    return torch.from_numpy(past).unsqueeze(-1), torch.from_numpy(future)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.GRU(input_size=1, hidden_size=hidden, batch_first=True)
        self.head = nn.Linear(hidden, AHEAD)

    def forward(self, x):
        _, last = self.rnn(x)
        return x[:, -1, :] + self.head(last[-1])  # the head predicts the change from "now"


def mae(model, x, y, scale):
    model.eval()
    with torch.no_grad():
        return (model(x) - y).abs().mean().item() * scale


torch.manual_seed(0)
load = simulate()
# cut the series first, make windows afterwards: no window reaches over a border
parts = {"train": load[:3000], "val": load[3000:3600], "test": load[3600:]}
mu, sd = float(parts["train"].mean()), float(parts["train"].std())
data = {k: windows((v - mu) / sd) for k, v in parts.items()}

model = Forecaster()
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=1)
loss_fn = nn.SmoothL1Loss()
# each window carries its own past, so windows may be shuffled within the training stretch
loader = DataLoader(TensorDataset(*data["train"]), batch_size=64, shuffle=True)

best, best_weights, bad = float("inf"), None, 0
for epoch in range(14):
    model.train()
    for x, y in loader:
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    val = mae(model, *data["val"], sd)
    plateau.step(val)
    print(f"epoch {epoch:2d}  val MAE {val:.3f}  lr {opt.param_groups[0]['lr']:.1e}")
    if val < best:
        best, best_weights, bad = val, copy.deepcopy(model.state_dict()), 0
    else:
        bad += 1
        if bad == 4:
            break

model.load_state_dict(best_weights)
x, y = data["test"]
as_now = (x[:, -1, :] - y).abs().mean().item() * sd
as_yesterday = (x[:, -24:-24 + AHEAD, 0] - y).abs().mean().item() * sd
mean_load = y.abs().mean().item() * sd  # zero is the training mean after scaling
print(f"test MAE: GRU {mae(model, x, y, sd):.3f} | as 24 h ago {as_yesterday:.3f} "
      f"| as now {as_now:.3f} | training mean {mean_load:.3f}")
