# Hourly load forecast: the last 96 hours in, the next 24 hours out.
# The series is cut by time first and each segment is windowed on its own, so no window crosses a border.

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(1)
torch.set_num_threads(2)

HISTORY, HORIZON = 96, 24


def make_series(hours, seed=0):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    hour, day = t % 24, (t // 24) % 7
    daily = 8 * np.sin(2 * np.pi * (hour - 7) / 24) + 4 * np.sin(4 * np.pi * (hour - 3) / 24)
    weekend = np.where(day >= 5, -6.0, 0.0)
    ar = np.zeros(hours)
    shocks = rng.normal(0, 0.8, hours)
    for i in range(1, hours):
        ar[i] = 0.95 * ar[i - 1] + shocks[i]
    return 60 + daily + weekend + ar + rng.normal(0, 0.5, hours)


def calendar(hours):
    """Known for the future as well, so the model may see it over the horizon."""
    t = np.arange(hours)
    cols = [np.sin(2 * np.pi * t / 24), np.cos(2 * np.pi * t / 24), (t // 24) % 7 >= 5]
    return np.stack(cols, axis=1)


class Windows(Dataset):
    def __init__(self, load, cal, stride):
        self.load = torch.as_tensor(load, dtype=torch.float32)
        self.cal = torch.as_tensor(cal, dtype=torch.float32)
        self.starts = range(0, len(load) - HISTORY - HORIZON + 1, stride)

    def __len__(self):
        return len(self.starts)

    def __getitem__(self, i):
        s = self.starts[i]
        m, e = s + HISTORY, s + HISTORY + HORIZON
        past = torch.cat([self.load[s:m, None], self.cal[s:m]], dim=1)
        return past, self.cal[m:e], self.load[m:e]


class Forecaster(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.lstm = nn.LSTM(4, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden + 3 + 1, 64), nn.ReLU(), nn.Linear(64, 1))
        self.register_buffer("lead", torch.linspace(-1, 1, HORIZON)[None, :, None])

    def forward(self, past, future_cal):
        _, (h, _) = self.lstm(past)
        ctx = h[-1][:, None].expand(-1, HORIZON, -1)
        lead = self.lead.expand(len(past), -1, -1)
        return self.head(torch.cat([ctx, future_cal, lead], dim=-1)).squeeze(-1)


hours = 24 * 7 * 60
series, cal = make_series(hours), calendar(hours)
cut1, cut2 = int(hours * 0.7), int(hours * 0.85)
mu, sigma = series[:cut1].mean(), series[:cut1].std()
z = (series - mu) / sigma

train = DataLoader(Windows(z[:cut1], cal[:cut1], stride=2), batch_size=64, shuffle=True)
valid = DataLoader(Windows(z[cut1:cut2], cal[cut1:cut2], stride=6), batch_size=256)
test = DataLoader(Windows(z[cut2:], cal[cut2:], stride=6), batch_size=256)

net = Forecaster()
opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.8)
huber = nn.HuberLoss()


@torch.no_grad()
def mae(loader, forecast):
    err, cnt = 0.0, 0
    for past, fut, y in loader:
        err += (forecast(past, fut) - y).abs().sum().item()
        cnt += y.numel()
    return err / cnt * sigma                 # back to the unit of the series


best, keep = np.inf, None
for epoch in range(10):
    net.train()
    seen = total = 0
    for past, fut, y in train:
        loss = huber(net(past, fut), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        total += loss.item() * len(y)
        seen += len(y)
    sched.step()
    net.eval()
    v = mae(valid, net)
    print(f"epoch {epoch + 1:2d}: train huber {total / seen:.4f}, valid MAE {v:.3f}")
    if v < best:
        best, keep = v, {k: p.clone() for k, p in net.state_dict().items()}

net.load_state_dict(keep)
net.eval()
seasonal = lambda past, fut: past[:, -24:, 0]          # yesterday's value of the same hour
persistence = lambda past, fut: past[:, -1:, 0].expand(-1, HORIZON)
print(f"test MAE: model {mae(test, net):.3f}, same hour yesterday {mae(test, seasonal):.3f}, last value {mae(test, persistence):.3f}")
