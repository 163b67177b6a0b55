#!/usr/bin/env python
"""Learning curves: test accuracy against the number of training rows, three seeds each.

The label is the sign of x0*x1 (5 % flipped), which no linear model can express; four
further columns are noise.  The training subsets are nested; validation and test rows never change.
"""
import argparse
import csv
import os
from statistics import mean, stdev

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from torch import nn


def sample(n, rng):
    x = rng.normal(size=(n, 6)).astype(np.float32)
    y = (x[:, 0] * x[:, 1] > 0).astype(np.int64)
    flip = rng.random(n) < 0.05
    y[flip] = 1 - y[flip]
    return x, y


def make_net():
    return nn.Sequential(nn.Linear(6, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))


def accuracy(net, x, y):
    net.eval()
    with torch.inference_mode():
        return (net(x).argmax(-1) == y).double().mean().item()


def nll(net, x, y):
    net.eval()
    with torch.inference_mode():
        return nn.functional.cross_entropy(net(x), y).item()


def fit(x, y, xv, yv, seed, max_steps, every=20, patience=15):
    """Counts steps, not epochs, so that small subsets are not starved of updates."""
    torch.manual_seed(seed)
    net = make_net()
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    g = torch.Generator().manual_seed(seed)
    best, weights, bad, step = float("inf"), None, 0, 0
    while step < max_steps and bad < patience:
        for part in torch.randperm(len(x), generator=g).split(64):
            net.train()
            loss = nn.functional.cross_entropy(net(x[part]), y[part])
            opt.zero_grad()
            loss.backward()
            opt.step()
            step += 1
            if step % every == 0:
                v = nll(net, xv, yv)
                if v < best:
                    best, bad = v, 0
                    weights = [p.detach().clone() for p in net.parameters()]
                else:
                    bad += 1
            if step == max_steps or bad == patience:
                break
    with torch.no_grad():
        for p, w in zip(net.parameters(), weights):
            p.copy_(w)
    return net


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--sizes", type=int, nargs="+", default=[50, 200, 800, 3200])
    p.add_argument("--seeds", type=int, default=3)
    p.add_argument("--max-steps", type=int, default=1500)
    p.add_argument("--out", default="out/kd08")
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)

    rng = np.random.default_rng(2024)
    xv, yv = sample(500, rng)
    xt, yt = sample(2000, rng)
    pools = [sample(max(a.sizes), rng) for _ in range(a.seeds)]     # a fresh training pool per seed
    t = torch.from_numpy

    lines = []
    print(f"{'rows':>6} {'majority':>9} {'logreg':>14} {'network':>16}")
    for n in a.sizes:
        got = {"majority": [], "logreg": [], "network": []}
        for seed, (x, y) in enumerate(pools):
            x, y = x[:n], y[:n]
            got["majority"].append(float((yt == np.bincount(y, minlength=2).argmax()).mean()))
            got["logreg"].append(float(LogisticRegression().fit(x, y).score(xt, yt)))
            net = fit(t(x), t(y), t(xv), t(yv), seed, a.max_steps)
            got["network"].append(accuracy(net, t(xt), t(yt)))
        m = {k: (mean(v), stdev(v)) for k, v in got.items()}
        print(f"{n:6d} {m['majority'][0]:9.3f} {m['logreg'][0]:7.3f}+-{m['logreg'][1]:.3f}"
              f" {m['network'][0]:9.3f}+-{m['network'][1]:.3f}")
        lines += [(n, k, s, v) for k, vs in got.items() for s, v in enumerate(vs)]
    with open(os.path.join(a.out, "curve.csv"), "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["rows", "model", "seed", "test_accuracy"])
        w.writerows(lines)
    print("ceiling given the flipped labels: about 0.95")


if __name__ == "__main__":
    main()
