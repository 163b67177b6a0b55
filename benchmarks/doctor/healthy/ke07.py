import copy
import math
import pathlib

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_moons

# RealNVP on the two moons. Reported: negative log likelihood in nats per point,
# in the coordinates of the raw data (the log-determinant of the scaling is included),
# against one full-covariance Gaussian.

OUT = pathlib.Path("out/ke07")
OUT.mkdir(parents=True, exist_ok=True)
torch.manual_seed(1)


class Coupling(nn.Module):
    def __init__(self, keep, hidden=64):
        super().__init__()
        self.keep, self.move = keep, 1 - keep
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.SiLU(),
                                 nn.Linear(hidden, hidden), nn.SiLU(),
                                 nn.Linear(hidden, 2))
        # start as the identity map
        nn.init.zeros_(self.net[-1].weight)
        nn.init.zeros_(self.net[-1].bias)

    def _st(self, kept):
        s, t = self.net(kept).chunk(2, dim=1)
        return 2 * torch.tanh(s / 2), t

    def _join(self, kept, moved):
        return torch.cat([kept, moved] if self.keep == 0 else [moved, kept], dim=1)

    def forward(self, x):
        kept, moved = x[:, self.keep:self.keep + 1], x[:, self.move:self.move + 1]
        s, t = self._st(kept)
        return self._join(kept, moved * torch.exp(s) + t), s.squeeze(1)

    def inverse(self, z):
        kept, moved = z[:, self.keep:self.keep + 1], z[:, self.move:self.move + 1]
        s, t = self._st(kept)
        return self._join(kept, (moved - t) * torch.exp(-s))


class Flow(nn.Module):
    def __init__(self, mean, std, layers=8):
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("std", std)
        self.layers = nn.ModuleList(Coupling(i % 2) for i in range(layers))

    def log_prob(self, x):
        z = (x - self.mean) / self.std
        logdet = -self.std.log().sum()
        for layer in self.layers:
            z, ld = layer(z)
            logdet = logdet + ld
        return logdet - 0.5 * z.square().sum(1) - math.log(2 * math.pi)

    def sample(self, n):
        z = torch.randn(n, 2)
        for layer in reversed(self.layers):
            z = layer.inverse(z)
        return z * self.std + self.mean


def draw(n, seed):
    return torch.tensor(make_moons(n, noise=0.07, random_state=seed)[0], dtype=torch.float32)


train, val, test = draw(4000, 10), draw(1000, 11), draw(2000, 12)
flow = Flow(train.mean(0), train.std(0))          # statistics of the training rows only
opt = torch.optim.Adam(flow.parameters(), lr=4e-3)
epochs, batch = 60, 200
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=4e-3, cycle_momentum=False, total_steps=epochs * (len(train) // batch))

best_nll, best = float("inf"), None
for epoch in range(1, epochs + 1):
    total = 0.0
    for rows in torch.randperm(len(train)).split(batch):
        nll = -flow.log_prob(train[rows]).mean()
        opt.zero_grad()
        nll.backward()
        nn.utils.clip_grad_norm_(flow.parameters(), 5.0)
        opt.step()
        sched.step()
        total += nll.item() * len(rows)
    with torch.no_grad():
        v = -flow.log_prob(val).mean().item()
    if v < best_nll:
        best_nll, best = v, copy.deepcopy(flow.state_dict())
    if epoch % 10 == 0:
        print(f"epoch {epoch}: train {total / len(train):.3f}  validation {v:.3f}")

flow.load_state_dict(best)
gauss = torch.distributions.MultivariateNormal(train.mean(0), torch.cov(train.T))
with torch.no_grad():
    z = test[:500]
    u = (z - flow.mean) / flow.std
    for layer in flow.layers:
        u, _ = layer(u)
    for layer in reversed(flow.layers):
        u = layer.inverse(u)
    error = (u * flow.std + flow.mean - z).abs().max().item()
    print(f"test: flow {-flow.log_prob(test).mean():.3f}, Gaussian {-gauss.log_prob(test).mean():.3f}, "
          f"largest inversion error {error:.1e}")
    np.save(OUT / "samples.npy", flow.sample(1000).numpy())
