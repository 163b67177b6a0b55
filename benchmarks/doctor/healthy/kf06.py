"""Next-day log realised variance: HAR-style network against the random walk. Pure PyTorch.

rv[t] is known after the close of day t; the features of a row end with rv[t], its target is rv[t+1].
The sample is cut in time order, and a month is dropped at each cut, so that no look-back window
reaches into the days of an earlier part.
"""
from typing import NamedTuple

import torch
from torch import nn

torch.manual_seed(8)
LOOKBACK, GAP = 22, 23


class Part(NamedTuple):
    x: torch.Tensor
    y: torch.Tensor


def simulate_log_rv(days: int, ticks: int = 26) -> torch.Tensor:
    """Log variance follows an AR(1); realised variance is the sum of squared intraday returns."""
    g = torch.Generator().manual_seed(1987)
    shocks = torch.randn(days + 250, generator=g) * 0.22
    h, path = torch.tensor(0.0), []
    for s in shocks:
        h = 0.965 * h + s
        path.append(h)
    logvar = torch.stack(path)[250:] - 9.0
    r = torch.randn(days, ticks, generator=g) * (logvar.exp() / ticks).sqrt()[:, None]
    return r.square().sum(1).log()


def rows(series: torch.Tensor, first: int, last: int) -> Part:
    """Rows whose target day lies in [first, last)."""
    past = torch.stack([series[t - LOOKBACK:t] for t in range(first, last)])
    har = torch.stack([past[:, -1], past[:, -5:].mean(1), past.mean(1)], dim=1)
    return Part(har, series[first:last])


lrv = simulate_log_rv(3200)
train = rows(lrv, LOOKBACK, 2200)
valid = rows(lrv, 2200 + GAP, 2650)
test = rows(lrv, 2650 + GAP, 3200)

mu_x, sd_x = train.x.mean(0), train.x.std(0)
mu_y, sd_y = train.y.mean(), train.y.std()


def z(part: Part) -> Part:
    return Part((part.x - mu_x) / sd_x, (part.y - mu_y) / sd_y)


class HARNet(nn.Module):
    """Linear HAR plus a small nonlinear correction that starts at zero."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 1)
        self.bend = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
        nn.init.zeros_(self.bend[-1].weight)
        nn.init.zeros_(self.bend[-1].bias)

    def forward(self, x):
        return (self.linear(x) + self.bend(x)).squeeze(-1)


net = HARNet()
opt = torch.optim.Adam(net.parameters(), lr=3e-3, weight_decay=1e-4)
ztrain, zvalid, ztest = z(train), z(valid), z(test)
best_loss, best_weights, waited = float("inf"), None, 0

for epoch in range(120):
    net.train()
    for idx in torch.randperm(len(ztrain.y)).split(128):
        opt.zero_grad(set_to_none=True)
        loss = nn.functional.mse_loss(net(ztrain.x[idx]), ztrain.y[idx])
        loss.backward()
        opt.step()

    net.eval()
    with torch.inference_mode():
        v = nn.functional.mse_loss(net(zvalid.x), zvalid.y).item()
    if v < best_loss - 1e-5:
        best_loss, waited = v, 0
        best_weights = {k: w.detach().clone() for k, w in net.state_dict().items()}
    else:
        waited += 1
        if waited == 15:
            break
print(f"stopped after epoch {epoch}, validation mse {best_loss:.4f} (standard units)")

net.load_state_dict(best_weights)
net.eval()
with torch.inference_mode():
    forecast = net(ztest.x) * sd_y + mu_y

rivals = {
    "network": forecast,
    "random walk": test.x[:, 0],
    "22-day mean": test.x[:, 2],
    "training mean": mu_y.expand_as(test.y),
}
print(f"{'test, ' + str(len(test.y)) + ' days':<18}{'rmse':>8}{'R2 oos':>9}")
total = (test.y - mu_y).square().sum()
for name, f in rivals.items():
    e = test.y - f
    print(f"{name:<18}{e.square().mean().sqrt():8.3f}{1 - e.square().sum() / total:9.3f}")
