# Prediction intervals: quantile regression + conformal correction (CQR, Romano et al. 2019).
# Four disjoint parts: train / stop (early stopping) / calib (conformal correction) / test.
import copy
import math

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset, random_split

ALPHA = 0.1
LEVELS = torch.tensor([ALPHA / 2, 0.5, 1 - ALPHA / 2])

g = torch.Generator().manual_seed(2024)
torch.manual_seed(2024)

# heteroscedastic toy data with two inputs
n = 5000
x = torch.rand(n, 2, generator=g) * 4 - 2
noise = torch.randn(n, generator=g) * (0.2 + 0.5 * x[:, 1].abs())
y = torch.sin(2 * x[:, 0]) * 2 + x[:, 1] + noise

full = TensorDataset(x, y)
train, stop, calib, test = random_split(full, [0.5, 0.1, 0.2, 0.2], generator=g)
train_dl = DataLoader(train, batch_size=100, shuffle=True)


def whole(subset):
    idx = torch.tensor(subset.indices)
    return x[idx], y[idx]


class Quantiles(nn.Module):
    """Median plus two positive distances: the three quantiles can never cross."""

    def __init__(self, width=64):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.SiLU(), nn.Linear(width, width), nn.SiLU(),
                                 nn.Linear(width, 3))

    def forward(self, x):
        below, mid, above = self.net(x).unbind(-1)
        sp = nn.functional.softplus
        return torch.stack([mid - sp(below), mid, mid + sp(above)], dim=-1)


def pinball(pred, target):
    diff = target.unsqueeze(-1) - pred                    # (B, 3)
    return torch.maximum(LEVELS * diff, (LEVELS - 1) * diff).mean()


def infer(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)


model = Quantiles()
opt = optim.Adam(model.parameters(), lr=3e-3)
sched = optim.lr_scheduler.ExponentialLR(opt, gamma=0.95)     # once per epoch
xs, ys = whole(stop)
best, best_state, patience = math.inf, None, 10
for epoch in range(60):
    model.train()
    for xb, yb in train_dl:
        opt.zero_grad()
        loss = pinball(model(xb), yb)
        loss.backward()
        opt.step()
    sched.step()
    v = pinball(infer(model, xs), ys).item()
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d} stop-set pinball {v:.4f}")
    if v < best:
        best, best_state, patience = v, copy.deepcopy(model.state_dict()), 10
    else:
        patience -= 1
        if patience == 0:
            break
model.load_state_dict(best_state)

# conformal step: how far do the calibration points lie outside the raw interval?
xc, yc = whole(calib)
lo, _, hi = infer(model, xc).unbind(-1)
outside = torch.maximum(lo - yc, yc - hi)
rank = math.ceil((len(yc) + 1) * (1 - ALPHA))
margin = outside.sort().values[rank - 1].item()


def report(name, lo, hi, y):
    inside = ((y >= lo) & (y <= hi)).float().mean().item()
    print(f"{name:<28} coverage {inside:.3f}   mean width {(hi - lo).mean().item():.3f}")


xt, yt = whole(test)
lo, mid, hi = infer(model, xt).unbind(-1)
_, ytr = whole(train)
flat_lo, flat_med, flat_hi = (ytr.quantile(q).expand_as(yt) for q in LEVELS.tolist())
print(f"\nwanted coverage {1 - ALPHA:.2f}, conformal margin {margin:+.4f}")
report("raw quantiles", lo, hi, yt)
report("conformal", lo - margin, hi + margin, yt)
report("quantiles without inputs", flat_lo, flat_hi, yt)
print(f"median: test MAE {(mid - yt).abs().mean().item():.3f}, "
      f"constant median {(flat_med - yt).abs().mean().item():.3f}")
