"""Aqueous solubility with error bars.

A small deep ensemble; each member predicts mean and variance.  Molecules are described by counts
of groups on a scaffold.  All molecules of one scaffold are in one split ("scaffold split").
"""
import math
import os

import numpy as np
import torch
from torch import nn

SEED, MEMBERS, EPOCHS = 77, 5, 120
GROUPS = {"OH": 0.9, "NH2": 0.7, "COOH": 0.8, "CH3": -0.4, "Cl": -0.7, "phenyl": -1.3, "OMe": -0.1}


def make_library(rng, n_scaffolds=60, per_scaffold=35):
    features, logs, scaffold_of = [], [], []
    weights = np.array(list(GROUPS.values()))
    for s in range(n_scaffolds):
        rings, hetero = rng.integers(1, 5), rng.integers(0, 4)
        volume = 60 * rings + rng.normal(0, 15)          # of the bare scaffold
        base = 0.5 - 0.012 * volume + 0.5 * hetero + rng.normal(0, 0.2)
        for counts in rng.poisson(0.8, size=(per_scaffold, len(GROUPS))):
            polar, fat = counts[:3].sum(), counts[3:6].sum()
            mean = base + counts @ weights - 0.25 * polar * (polar > 3) - 0.1 * fat * rings
            spread = 0.15 + 0.12 * fat            # greasy molecules are hard to measure
            features.append([rings, hetero, volume, *counts])
            logs.append(rng.normal(mean, spread))
            scaffold_of.append(s)
    return (np.asarray(features, dtype=np.float32), np.asarray(logs, dtype=np.float32),
            np.asarray(scaffold_of))


class Member(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU())
        self.mean = nn.Linear(48, 1)
        self.raw = nn.Linear(48, 1)

    def forward(self, x):
        h = self.body(x)
        variance = nn.functional.softplus(self.raw(h)) + 1e-4
        return self.mean(h).squeeze(1), variance.squeeze(1)


def train_member(seed, x, y, xv, yv):
    torch.manual_seed(seed)
    net, nll = Member(x.shape[1]), nn.GaussianNLLLoss()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3, weight_decay=1e-5)
    best, keep, waited = math.inf, None, 0
    for _ in range(EPOCHS):
        net.train()
        for rows in torch.randperm(len(x)).split(64):
            opt.zero_grad(set_to_none=True)
            mean, var = net(x[rows])
            loss = nll(mean, y[rows], var)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            opt.step()
        net.eval()
        with torch.no_grad():
            m, v = net(xv)
            val = nll(m, yv, v).item()
        if val < best:
            best, waited = val, 0
            keep = {k: t.clone() for k, t in net.state_dict().items()}
        else:
            waited += 1
            if waited == 15:
                break
    net.load_state_dict(keep)
    return net.eval(), best


def main():
    rng = np.random.default_rng(SEED)
    x, y, scaffold = make_library(rng)
    order = rng.permutation(np.unique(scaffold))
    split = {"train": order[:40], "val": order[40:50], "test": order[50:]}
    rows = {k: np.isin(scaffold, v) for k, v in split.items()}
    assert not rows["train"][rows["test"] | rows["val"]].any()

    mu, sd = x[rows["train"]].mean(0), x[rows["train"]].std(0)
    y_mu, y_sd = float(y[rows["train"]].mean()), float(y[rows["train"]].std())
    X = {k: torch.tensor((x[r] - mu) / sd) for k, r in rows.items()}
    Y = {k: torch.tensor((y[r] - y_mu) / y_sd) for k, r in rows.items()}

    ensemble = []
    for m in range(MEMBERS):
        net, val = train_member(1000 + m, X["train"], Y["train"], X["val"], Y["val"])
        print(f"member {m}: validation nll {val:.3f}")
        ensemble.append(net)

    with torch.no_grad():
        means, variances = map(torch.stack, zip(*(net(X["test"]) for net in ensemble)))
    # law of total variance: what the members expect plus what they disagree on
    mean = means.mean(0)
    var = variances.mean(0) + means.var(0, unbiased=False)
    mean, sigma = (mean * y_sd + y_mu).numpy(), (var.sqrt() * y_sd).numpy()

    truth = y[rows["test"]]
    rmse = lambda p: float(np.sqrt(np.mean((p - truth) ** 2)))
    A = np.c_[np.ones(rows["train"].sum()), x[rows["train"]]]
    coef, *_ = np.linalg.lstsq(A, y[rows["train"]], rcond=None)
    linear = np.c_[np.ones(len(truth)), x[rows["test"]]] @ coef
    print(f"test rmse [log mol/L]: ensemble {rmse(mean):.3f}, linear {rmse(linear):.3f}, "
          f"training mean {rmse(np.full_like(truth, y_mu)):.3f}")
    for level, z in ((0.5, 0.6745), (0.9, 1.6449)):
        inside = np.abs(truth - mean) <= z * sigma
        print(f"  nominal {level:.0%} interval holds {inside.mean():.1%}, "
              f"mean width {2 * (z * sigma).mean():.2f}")
    os.makedirs("out/md05", exist_ok=True)
    np.savez("out/md05/test.npz", truth=truth, mean=mean, sigma=sigma)


if __name__ == "__main__":
    main()
