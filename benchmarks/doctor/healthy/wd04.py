# Forecast of a noisy seasonal series, one step ahead, GRU. Split in time, no window crosses a border.
import math
import os

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)

T, L = 3000, 36
t = np.arange(T)
noise = np.zeros(T)
for i in range(1, T):
    noise[i] = 0.6 * noise[i - 1] + rng.normal(0, 0.25)
series = 10 + 3 * np.sin(2 * np.pi * t / 24) + 1.5 * np.sin(2 * np.pi * t / 12 + 1) + noise

a, b = 2000, 2500
parts = {"train": series[:a], "val": series[a:b], "test": series[b:]}
mu, sd = parts["train"].mean(), parts["train"].std()


def windows(x):
    z = ((x - mu) / sd).astype(np.float32)
    w = np.lib.stride_tricks.sliding_window_view(z, L + 1)
    w = torch.from_numpy(w.copy())
    return w[:, :L].unsqueeze(-1), w[:, L]


data = {k: windows(v) for k, v in parts.items()}


class Forecaster(nn.Module):
    def __init__(self, h=32):
        super().__init__()
        self.gru = nn.GRU(1, h, batch_first=True)
        self.out = nn.Linear(h, 1)

    def forward(self, x):
        _, h = self.gru(x)
        # predict the change with respect to the last value seen
        return x[:, -1, 0] + self.out(h[-1]).squeeze(-1)


model = Forecaster()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=2)


def rmse(split):
    model.eval()
    x, y = data[split]
    with torch.no_grad():
        return sd * math.sqrt(nn.functional.mse_loss(model(x), y).item())


xtr, ytr = data["train"]
best, keep = float("inf"), None
for epoch in range(20):
    model.train()
    for idx in torch.randperm(len(xtr)).split(64):
        loss = nn.functional.mse_loss(model(xtr[idx]), ytr[idx])
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    v = rmse("val")
    plateau.step(v)
    print(epoch, "val rmse", round(v, 4), "lr", opt.param_groups[0]["lr"])
    if v < best:
        best, keep = v, {k: p.detach().clone() for k, p in model.state_dict().items()}

model.load_state_dict(keep)
x, y = data["test"]
last = sd * (x[:, -1, 0] - y).pow(2).mean().sqrt().item()
day = sd * (x[:, -24, 0] - y).pow(2).mean().sqrt().item()   # the value 24 steps before the target
print(f"test rmse: GRU {rmse('test'):.4f}, last value {last:.4f}, value a day before {day:.4f} (innovation sd 0.25)")
os.makedirs("out/wd04", exist_ok=True)
torch.save(keep, "out/wd04/gru.pt")
