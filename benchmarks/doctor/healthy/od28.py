"""Quantile regression with the pinball loss and an exponential moving average of the weights."""
import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

QUANTILES = torch.tensor([0.1, 0.5, 0.9])


def sample(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-3, 3, size=(n, 1))
    noise = rng.normal(size=(n, 1)) * (0.15 + 0.25 * np.abs(x))
    return torch.tensor(x, dtype=torch.float32), torch.tensor(np.sin(2 * x) + 0.3 * x + noise, dtype=torch.float32)


class QuantileNet(nn.Module):
    def __init__(self, k=3, width=64):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.low = nn.Linear(width, 1)
        self.gaps = nn.Linear(width, k - 1)

    def forward(self, x):
        h = self.trunk(x)
        low = self.low(h)
        # non-negative gaps: quantiles cannot cross
        return torch.cat([low, low + torch.cumsum(nn.functional.softplus(self.gaps(h)), dim=-1)], dim=-1)


def pinball(pred, target, q=QUANTILES):
    err = target - pred
    return torch.maximum(q * err, (q - 1) * err).mean()


def train(model, x, y, steps=2500, batch=128, lr=3e-3):
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.995))
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    gen = torch.Generator().manual_seed(0)
    for step in range(1, steps + 1):
        idx = torch.randint(len(x), (batch,), generator=gen)
        loss = pinball(model(x[idx]), y[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        ema.update_parameters(model)
        if step % 500 == 0:
            print(f"step {step}: loss {loss.item():.4f}")
    return ema


@torch.no_grad()
def report(name, model, x, y, base):
    model.eval()
    p = model(x)
    inside = ((y >= p[:, :1]) & (y <= p[:, 2:])).float().mean().item()
    below = (y <= p).float().mean(0).tolist()
    print(f"{name}: pinball {pinball(p, y).item():.4f} (constant {base:.4f}), 80% interval holds {inside:.3f}, "
          f"share below each {[round(b, 3) for b in below]}")


if __name__ == "__main__":
    torch.manual_seed(0)
    x_train, y_train = sample(4000, 0)
    x_test, y_test = sample(2000, 1)
    const = torch.quantile(y_train, QUANTILES).expand(len(y_test), -1)
    base = pinball(const, y_test).item()
    net = QuantileNet()
    ema = train(net, x_train, y_train)
    report("last weights", net, x_test, y_test, base)
    report("ema weights ", ema, x_test, y_test, base)
