"""Forecast the hourly load of a small grid one step ahead with a GRU; windows are cut in time."""
import copy

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

WINDOW = 24


def make_series(hours=4000, seed=0):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    noise = np.zeros(hours)
    for i in range(1, hours):
        noise[i] = 0.7 * noise[i - 1] + rng.normal(0, 1.0)
    day = 12 * np.sin(2 * np.pi * t / 24) + 5 * np.sin(4 * np.pi * t / 24 + 0.6)
    week = 4 * np.sin(2 * np.pi * t / 168)
    return (60 + day + week + noise).astype(np.float32)


def windows(values):
    """x: WINDOW hours, y: the hour that follows them."""
    views = np.lib.stride_tricks.sliding_window_view(values, WINDOW + 1)
    x = views[:, :WINDOW, None].copy()
    y = views[:, WINDOW:].copy()
    return torch.from_numpy(x), torch.from_numpy(y)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        states, _ = self.gru(x)
        # the network gives the change from the last value it has seen
        return x[:, -1, :] + self.out(states[:, -1, :])


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x).squeeze(1).numpy()


def report(name, truth, guess):
    error = truth - guess
    print(f"{name:12s} mae {np.abs(error).mean():.3f}  rmse {np.sqrt((error ** 2).mean()):.3f}  "
          f"corr {np.corrcoef(truth, guess)[0, 1]:.4f}")


torch.manual_seed(0)
series = make_series()
# three stretches one after the other; each makes its windows from its own hours only
cut_val, cut_test = 2800, 3400
mean, std = series[:cut_val].mean(), series[:cut_val].std()
scaled = (series - mean) / std
x_train, y_train = windows(scaled[:cut_val])
x_val, y_val = windows(scaled[cut_val:cut_test])
x_test, y_test = windows(scaled[cut_test:])

loader = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True)
model = Forecaster()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.3, patience=2)
loss_fn = nn.MSELoss()

best, state, waited = float("inf"), None, 0
for epoch in range(1, 26):
    model.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * len(xb)
    val = float(((predict(model, x_val) - y_val.squeeze(1).numpy()) ** 2).mean())
    scheduler.step(val)
    print(f"epoch {epoch:2d}  train {total / len(x_train):.4f}  val {val:.4f}  lr {optimizer.param_groups[0]['lr']:.1e}")
    if val < best:
        best, state, waited = val, copy.deepcopy(model.state_dict()), 0
    else:
        waited += 1
        if waited == 6:
            break

model.load_state_dict(state)
truth = y_test.squeeze(1).numpy() * std + mean
report("GRU", truth, predict(model, x_test) * std + mean)
report("last hour", truth, x_test[:, -1, 0].numpy() * std + mean)
report("day before", truth, x_test[:, 0, 0].numpy() * std + mean)
