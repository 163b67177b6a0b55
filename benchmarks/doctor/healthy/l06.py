"""Mixture density network for a one-to-many regression (inverse of x = y + 0.3 sin(2 pi y) + noise)."""
import math
import os

import torch
from torch import nn
from torch.distributions import Categorical, MixtureSameFamily, Normal
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(0)
torch.set_num_threads(1)
os.makedirs("outputs/l06", exist_ok=True)

# ---- data -----------------------------------------------------------------------------------
N = 4000
y = torch.rand(N, 1)
x = y + 0.3 * torch.sin(2 * math.pi * y) + 0.05 * torch.randn(N, 1)
train_set, val_set, test_set = random_split(
    TensorDataset(x, y), [0.7, 0.15, 0.15], generator=torch.Generator().manual_seed(1)
)
xt, yt = (t[train_set.indices] for t in (x, y))
x_mean, x_std, y_mean, y_std = xt.mean(), xt.std(), yt.mean(), yt.std()  # from training rows only


class MDN(nn.Module):
    """p(y | x) as a mixture of K Gaussians, in standardised units."""

    def __init__(self, k: int, hidden: int = 64):
        super().__init__()
        self.k = k
        self.register_buffer("stats", torch.stack([x_mean, x_std, y_mean, y_std]))
        self.body = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.head = nn.Linear(hidden, 3 * k)
        with torch.no_grad():  # spread the means a little, so that the components differ at the start
            self.head.bias[k:2 * k] = torch.linspace(-1.5, 1.5, k) if k > 1 else 0.0

    def forward(self, x: torch.Tensor) -> MixtureSameFamily:
        h = self.body((x - self.stats[0]) / self.stats[1])
        logits, loc, raw = self.head(h).split(self.k, dim=-1)
        scale = nn.functional.softplus(raw) + 1e-2
        return MixtureSameFamily(Categorical(logits=logits), Normal(loc, scale))

    def nll(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """Mean negative log density of y in its own units (change of variables: + log y_std)."""
        z = ((y - self.stats[2]) / self.stats[3]).squeeze(-1)
        return (self(x).log_prob(z).neg() + self.stats[3].log()).mean()


def evaluate(model: MDN, loader: DataLoader) -> float:
    model.eval()
    total, n = 0.0, 0
    with torch.no_grad():
        for xb, yb in loader:
            total += model.nll(xb, yb).item() * len(xb)
            n += len(xb)
    return total / n


def train(k: int, epochs: int = 30) -> float:
    torch.manual_seed(10 + k)
    train_dl = DataLoader(train_set, batch_size=64, shuffle=True)
    val_dl = DataLoader(val_set, batch_size=600)
    test_dl = DataLoader(test_set, batch_size=600)
    model = MDN(k)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-4)
    scheduler = OneCycleLR(optimizer, max_lr=5e-3, epochs=epochs, steps_per_epoch=len(train_dl))
    best, path = math.inf, f"outputs/l06/mdn_k{k}.pt"
    print(f"K={k}: before training val nll {evaluate(model, val_dl):.3f}")
    for epoch in range(epochs):
        model.train()
        tot, n = 0.0, 0
        for xb, yb in train_dl:
            optimizer.zero_grad()
            loss = model.nll(xb, yb)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            tot, n = tot + loss.item() * len(xb), n + len(xb)
        val = evaluate(model, val_dl)
        if val < best:
            best = val
            torch.save(model.state_dict(), path)
        if (epoch + 1) % 10 == 0:
            print(f"K={k} epoch {epoch + 1}: train nll {tot / n:.3f} val nll {val:.3f}")
    model.load_state_dict(torch.load(path, weights_only=True))
    test = evaluate(model, test_dl)
    print(f"K={k}: best val nll {best:.3f}, test nll {test:.3f}")
    return test


# a density may exceed one, so these negative log likelihoods go below zero
single = train(k=1)
mixture = train(k=6)
print(f"one Gaussian {single:.3f} -> mixture {mixture:.3f} (lower is better; uniform density 0.000)")
assert mixture < single
