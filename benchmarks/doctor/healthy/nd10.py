"""How much data do we need? Learning curves of a linear model and a small MLP on Friedman's first function.

Nested subsets of one training pool; each subset is standardised with its OWN statistics, as if the
rest did not exist. One fixed validation set for early stopping, one fixed test set for the curve.
"""
import csv
import itertools
import pathlib
from typing import Iterator

import torch
from sklearn.datasets import make_friedman1
from torch import nn

SIZES = [50, 100, 200, 400, 800, 1600]
SEEDS = [0, 1, 2]
NOISE = 1.0
MAX_STEPS, EVAL_EVERY, PATIENCE = 2000, 50, 8
OUT = pathlib.Path("out/nd10")

MODELS = {
    "linear": lambda d: nn.Linear(d, 1),
    "mlp": lambda d: nn.Sequential(nn.Linear(d, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1)),
}


def batches(x, y, size, gen) -> Iterator:
    """Endless stream of shuffled epochs."""
    while True:
        for idx in torch.randperm(len(x), generator=gen).split(size):
            yield x[idx], y[idx]


class Standardizer:
    def __init__(self, t):
        self.mean, self.std = t.mean(0, keepdim=True), t.std(0, keepdim=True)

    def __call__(self, t):
        return (t - self.mean) / self.std

    def back(self, t):
        return t * self.std + self.mean


@torch.no_grad()
def mse(net, x, y, sx, sy):
    """In the units of the target, not the standardised ones."""
    net.eval()
    return (sy.back(net(sx(x))) - y).square().mean().item()


def train(kind, train_xy, val_xy, seed):
    torch.manual_seed(seed)
    gen = torch.Generator().manual_seed(seed)
    x, y = train_xy
    sx, sy = Standardizer(x), Standardizer(y)
    net = MODELS[kind](x.shape[1])
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    best, state, bad = float("inf"), None, 0
    stream = itertools.islice(batches(sx(x), sy(y), min(64, len(x)), gen), MAX_STEPS)
    for step, (xb, yb) in enumerate(stream, start=1):
        net.train()
        loss = nn.functional.mse_loss(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % EVAL_EVERY == 0:
            v = mse(net, *val_xy, sx, sy)
            if v < best:
                best, bad = v, 0
                state = {k: t.clone() for k, t in net.state_dict().items()}
            else:
                bad += 1
                if bad == PATIENCE:
                    break
    net.load_state_dict(state)
    return net, sx, sy, step


def main():
    torch.set_num_threads(2)
    OUT.mkdir(parents=True, exist_ok=True)
    x, y = make_friedman1(n_samples=max(SIZES) + 500 + 2000, n_features=10, noise=NOISE, random_state=1)
    x = torch.tensor(x, dtype=torch.float32)
    y = torch.tensor(y, dtype=torch.float32).unsqueeze(1)       # (n, 1), as the nets return it
    pool, val, test = (list(zip(x.split([max(SIZES), 500, 2000]), y.split([max(SIZES), 500, 2000]))))

    rows = []
    for n, kind in itertools.product(SIZES, MODELS):
        errors = []
        for seed in SEEDS:
            # a different nested order of the pool for each seed
            order = torch.randperm(len(pool[0]), generator=torch.Generator().manual_seed(100 + seed))[:n]
            net, sx, sy, steps = train(kind, (pool[0][order], pool[1][order]), val, seed)
            errors.append(mse(net, *test, sx, sy))
        e = torch.tensor(errors)
        rows.append((n, kind, round(e.mean().item(), 3), round(e.std().item(), 3)))
        print(f"n={n:5d}  {kind:7s} test mse {e.mean():6.2f} +- {e.std():.2f}  (last run: {steps} steps)")

    constant = (test[1] - pool[1].mean()).square().mean().item()
    print(f"\nmean of the pool as the answer: {constant:.2f}; irreducible noise: {NOISE ** 2:.2f}")
    with open(OUT / "curve.csv", "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["rows", "model", "test_mse_mean", "test_mse_std"])
        w.writerows(rows)


if __name__ == "__main__":
    main()
