"""Forecast a day of an hourly load series with an LSTM; split by time, judged against 'as a week ago'."""
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(2)
torch.manual_seed(2)
HOURS, LOOK, AHEAD = 24 * 7 * 30, 24 * 7, 24

t = np.arange(HOURS)
hour, day = t % 24, (t // 24) % 7
temp = np.zeros(HOURS)
for i in range(1, HOURS):
    temp[i] = 0.99 * temp[i - 1] + 0.14 * rng.normal()
series = 50 + 12 * np.sin(2 * np.pi * (hour - 7) / 24) + 5 * np.cos(4 * np.pi * hour / 24) - 9 * (day >= 5) + 6 * temp + rng.normal(0, 0.8, HOURS)

a, b = int(HOURS * 0.7), int(HOURS * 0.85)  # oldest for training, then validation, newest for test
mean, std = series[:a].mean(), series[:a].std()
z = ((series - mean) / std).astype(np.float32)
calendar = np.stack([np.sin(2 * np.pi * hour / 24), np.cos(2 * np.pi * hour / 24), (day >= 5)], 1).astype(np.float32)


def windows(lo, hi, step):
    """Every forecast hour lies in [lo, hi); what is looked back on may be older than lo."""
    starts = range(max(lo, LOOK), hi - AHEAD + 1, step)
    past = np.stack([np.column_stack([z[s - LOOK:s], calendar[s - LOOK:s]]) for s in starts])
    ahead = np.stack([calendar[s:s + AHEAD] for s in starts])  # the calendar of tomorrow is known today
    y = np.stack([z[s:s + AHEAD] for s in starts])
    week = np.stack([z[s - 168:s - 168 + AHEAD] for s in starts])
    return tuple(map(torch.from_numpy, (past, ahead, y, week)))


class Forecaster(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.lstm = nn.LSTM(4, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden + 3 * AHEAD, 96), nn.ReLU(), nn.Linear(96, AHEAD))

    def forward(self, past, ahead):
        # every sixth hour is enough for the recurrence
        _, (h, _) = self.lstm(past[:, 5::6])
        return past[:, -1:, 0] + self.head(torch.cat([h[-1], ahead.flatten(1)], 1))  # change since the last hour seen


tr, va, te = windows(0, a, 3), windows(a, b, 6), windows(b, HOURS, 6)
print("windows", [len(w[2]) for w in (tr, va, te)])
model = Forecaster()
opt = torch.optim.Adam(model.parameters(), lr=4e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(opt, T_0=8, T_mult=2)


def mae(w):
    model.eval()
    with torch.no_grad():
        return (model(w[0], w[1]) - w[2]).abs().mean().item() * std


best = (np.inf, None)
for epoch in range(24):
    model.train()
    order = torch.randperm(len(tr[2]))  # windows may come in any order, the split is by time
    losses = []
    for k, idx in enumerate(order.split(64)):
        loss = nn.functional.l1_loss(model(tr[0][idx], tr[1][idx]), tr[2][idx])
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step(epoch + (k + 1) / -(-len(order) // 64))
        losses.append(loss.item())
    v = mae(va)
    if v < best[0]:
        best = (v, {k: p.clone() for k, p in model.state_dict().items()})
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1:2d}  train {np.mean(losses) * std:.3f}  validation {v:.3f}")
model.load_state_dict(best[1])
print(f"test MAE {mae(te):.3f}; as a week ago {(te[3] - te[2]).abs().mean().item() * std:.3f}")
