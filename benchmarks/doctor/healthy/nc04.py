"""Direct 7-day forecast with a GRU that learns a correction on top of the seasonal naive forecast.

The series is cut in time first and into windows afterwards, so no window reaches over a border.
"""
import argparse
import math

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

p = argparse.ArgumentParser()
p.add_argument("--days", type=int, default=3000)
p.add_argument("--context", type=int, default=28)
p.add_argument("--horizon", type=int, default=7)
p.add_argument("--epochs", type=int, default=25)
p.add_argument("--batch-size", type=int, default=64)
p.add_argument("--lr", type=float, default=4e-3)
p.add_argument("--seed", type=int, default=0)
args = p.parse_args()


def make_series(n, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    week = np.array([0.0, 1.0, 1.5, 1.2, 2.5, 5.0, 3.5])[t % 7]
    year = 3.0 * np.sin(2 * np.pi * t / 365.25)
    ar = np.zeros(n)
    for i in range(1, n):
        ar[i] = 0.7 * ar[i - 1] + rng.normal(0, 1.0)
    return (20 + week + year + ar).astype(np.float32)


class Windows(Dataset):
    def __init__(self, values, context, horizon):
        self.v, self.c, self.h = torch.from_numpy(values), context, horizon

    def __len__(self):
        return len(self.v) - self.c - self.h + 1

    def __getitem__(self, i):
        return self.v[i:i + self.c], self.v[i + self.c:i + self.c + self.h]


class Forecaster(nn.Module):
    def __init__(self, horizon, hidden=32):
        super().__init__()
        self.horizon = horizon
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, horizon)
        nn.init.zeros_(self.out.weight)      # the untrained model *is* the seasonal naive forecast
        nn.init.zeros_(self.out.bias)

    def forward(self, x):
        states, _ = self.rnn(x.unsqueeze(-1))
        return x[:, -self.horizon:] + self.out(states[:, -1])


def mae(model, loader, scale):
    model.eval()
    err, n = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            err += (model(x) - y).abs().sum().item()
            n += y.numel()
    return scale * err / n


assert args.horizon == 7, "the skip connection assumes one whole week"
torch.manual_seed(args.seed)
series = make_series(args.days, args.seed)
cut1, cut2 = int(0.7 * args.days), int(0.85 * args.days)
mean, std = series[:cut1].mean(), series[:cut1].std()
parts = [(s - mean) / std for s in (series[:cut1], series[cut1:cut2], series[cut2:])]
train_ds, val_ds, test_ds = (Windows(s, args.context, args.horizon) for s in parts)
# shuffling whole windows is fine: the order inside each window stays
train_dl = DataLoader(train_ds, args.batch_size, shuffle=True)
val_dl, test_dl = DataLoader(val_ds, 256), DataLoader(test_ds, 256)

model = Forecaster(args.horizon)
naive = mae(model, test_dl, std)
opt = torch.optim.Adam(model.parameters(), lr=args.lr)
total = args.epochs * len(train_dl)
warm = total // 20
sched = torch.optim.lr_scheduler.LambdaLR(
    opt, lambda s: (s + 1) / warm if s < warm else 0.5 * (1 + math.cos(math.pi * (s - warm) / (total - warm))))

best, state = float("inf"), None
for epoch in range(args.epochs):
    model.train()
    for x, y in train_dl:
        loss = nn.functional.smooth_l1_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
    v = mae(model, val_dl, std)
    if v < best:
        best, state = v, {k: w.clone() for k, w in model.state_dict().items()}
    print(f"epoch {epoch + 1:2d}  val MAE {v:.3f}  best {best:.3f}")

model.load_state_dict(state)
print(f"test MAE {mae(model, test_dl, std):.3f}   seasonal naive {naive:.3f}")
