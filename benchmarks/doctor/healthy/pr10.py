# Forecast the next 6 values of noisy seasonal series with a GRU; early stopping, plateau schedule, checkpoints.
import os
import tempfile
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(4)
torch.manual_seed(4)
t = np.arange(1500)
series = 0.004 * t + 2 * np.sin(2 * np.pi * t / 24) + np.sin(2 * np.pi * t / 37 + 1) + 0.25 * rng.standard_normal(t.size)
HIST, AHEAD = 48, 6
cut1, cut2 = 1000, 1200                      # in time: train, then validation, then test
mean, std = series[:cut1].mean(), series[:cut1].std()
z = ((series - mean) / std).astype(np.float32)


def windows(a, b):
    """Every target lies in [a, b); the history may reach back before a."""
    start = [i for i in range(max(a, HIST), b - AHEAD + 1)]
    x = np.stack([z[i - HIST:i] for i in start])
    y = np.stack([z[i:i + AHEAD] for i in start])
    return TensorDataset(torch.from_numpy(x).unsqueeze(-1), torch.from_numpy(y))


train, valid, test = windows(0, cut1), windows(cut1, cut2), windows(cut2, t.size)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, AHEAD)

    def forward(self, x):
        last = x[:, -1:]                     # predict the change from the last value: the trend leaves the range
        h, _ = self.rnn(x - last)
        return last.squeeze(-1) + self.out(h[:, -1])


def score(net, data):
    net.eval()
    err = []
    with torch.no_grad():
        for x, y in DataLoader(data, 256):
            err.append((net(x) - y).pow(2))
    return torch.cat(err).mean().item()


net = Forecaster()
opt = torch.optim.NAdam(net.parameters(), lr=5e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=3)
path = os.path.join(tempfile.mkdtemp(), "best.pt")
best, bad = float("inf"), 0
loader = DataLoader(train, 64, shuffle=True)
for epoch in range(60):
    net.train()
    total = 0.0
    for x, y in loader:
        opt.zero_grad()
        loss = nn.functional.huber_loss(net(x), y)
        loss.backward()
        nn.utils.clip_grad_value_(net.parameters(), 0.5)
        opt.step()
        total += loss.item() * len(x)
    v = score(net, valid)
    plateau.step(v)
    if v < best:
        best, bad = v, 0
        torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "epoch": epoch}, path)
    else:
        bad += 1
    if epoch % 6 == 0:
        print(f"{epoch:2d} train {total / len(train):.4f} valid mse {v:.4f} lr {opt.param_groups[0]['lr']:.4g}")
    if bad == 8:
        print("stopped early")
        break

state = torch.load(path, weights_only=True)
net = Forecaster()
net.load_state_dict(state["net"])
X, Y = test.tensors
print(f"best epoch {state['epoch']}; test rmse {std * score(net, test) ** 0.5:.3f}"
      f"  last value {std * (X[:, -1] - Y).pow(2).mean().sqrt():.3f}"
      f"  same hour yesterday {std * (X[:, 24:24 + AHEAD, 0] - Y).pow(2).mean().sqrt():.3f}  noise 0.25")
