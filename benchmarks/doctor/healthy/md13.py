"""Map of summer surface temperature from terrain: spatial block cross-validation.

Neighbouring points share weather that the features do not contain, so whole 25 km blocks (not
points) are held out.  A block is test in exactly one of the folds; the next fold's blocks serve
for choosing the step.
"""
import os

import numpy as np
import torch
from torch import nn

torch.set_num_threads(2)
FOLDS, STEPS, CHECK = 5, 400, 20
FEATURES = ("elevation", "slope", "northness", "coast", "green", "y_km")


def landscape(rng, n=3000, size=200.0):
    xy = rng.uniform(0, size, (n, 2))
    waves = [(rng.uniform(0.01, 0.05, 2), rng.uniform(0, 6), rng.uniform(150, 400)) for _ in range(6)]
    elevation = 700 + sum(a * np.sin(xy @ k * 2 * np.pi / 3 + p) for k, p, a in waves)
    elevation = np.clip(elevation, 0, None)
    slope = rng.gamma(2, 6, n)
    northness = np.cos(rng.uniform(0, 2 * np.pi, n))
    coast = xy[:, 0]
    green = rng.beta(2, 2, n)
    # what no feature tells: a patchy field whose patches are far smaller than a block
    centres, height = rng.uniform(0, size, (120, 2)), rng.normal(0, 0.8, 120)
    d2 = ((xy[:, None] - centres[None]) ** 2).sum(-1)
    patch = (np.exp(-d2 / (2 * 6.0 ** 2)) * height).sum(1)
    temp = (33 - 6.5 * elevation / 1000 - 0.09 * slope * northness - 5 * np.exp(-coast / 25)
            - 6 * green * np.exp(-elevation / 800) - 0.01 * xy[:, 1] + patch + rng.normal(0, 0.4, n))
    block = (xy // 25).astype(int) @ np.array([8, 1])
    X = np.column_stack([elevation, slope, northness, coast, green, xy[:, 1]])
    return X, temp, block


def standardise(rows, *others):
    m, s = rows.mean(0), rows.std(0)
    return [torch.tensor((a - m) / s, dtype=torch.float32) for a in (rows, *others)], (m, s)


def fit_predict(X, t, train, val, test, seed):
    (xt, xv, xs), _ = standardise(X[train], X[val], X[test])
    (yt, yv), (tm, ts) = standardise(t[train], t[val])
    torch.manual_seed(seed)
    net = nn.Sequential(nn.Linear(len(FEATURES), 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(),
                        nn.Linear(64, 1), nn.Flatten(0))
    opt = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=1e-3)
    best, best_step, answer = np.inf, 0, None
    net.train()                                  # no dropout, no batch statistics: the mode is moot
    for step in range(1, STEPS + 1):             # the whole training set is one batch
        opt.zero_grad()
        loss = nn.functional.huber_loss(net(xt), yt)
        loss.backward()
        opt.step()
        if step % CHECK == 0:
            with torch.no_grad():
                val_loss = nn.functional.huber_loss(net(xv), yv).item()
                if val_loss < best:
                    best, best_step = val_loss, step
                    answer = net(xs).numpy() * ts + tm       # degrees; looked at only at the end
    return answer, best_step


def linear(X, t, train, test):
    one = lambda a: np.column_stack([np.ones(len(a)), a])
    return one(X[test]) @ np.linalg.lstsq(one(X[train]), t[train], rcond=None)[0]


def main():
    rng = np.random.default_rng(9)
    X, temp, block = landscape(rng)
    names = rng.permutation(np.unique(block))
    fold_of_block = dict(zip(names.tolist(), (np.arange(len(names)) % FOLDS).tolist()))
    fold = np.array([fold_of_block[b] for b in block.tolist()])

    predicted = {k: np.full(len(temp), np.nan) for k in ("network", "linear", "mean")}
    for f in range(FOLDS):
        test, val = fold == f, fold == (f + 1) % FOLDS
        train = ~(test | val)
        assert not np.intersect1d(block[train], block[test]).size
        predicted["network"][test], step = fit_predict(X, temp, train, val, test, seed=f)
        # the baselines have nothing to choose, so they may have the validation blocks as well
        predicted["linear"][test] = linear(X, temp, ~test, test)
        predicted["mean"][test] = temp[~test].mean()
        print(f"fold {f}: {train.sum()} / {val.sum()} / {test.sum()} points, best step {step}")

    print("\nout-of-block errors, all points (each predicted once) [deg C]")
    for name, p in predicted.items():
        e = p - temp
        per_fold = [np.sqrt(np.mean(e[fold == f] ** 2)) for f in range(FOLDS)]
        print(f"{name:8s} rmse {np.sqrt(np.mean(e ** 2)):.3f}  bias {e.mean():+.3f}  "
              f"folds {min(per_fold):.3f} .. {max(per_fold):.3f}")
    os.makedirs("out/md13", exist_ok=True)
    np.savez_compressed("out/md13/predictions.npz", truth=temp, fold=fold, **predicted)


main()
