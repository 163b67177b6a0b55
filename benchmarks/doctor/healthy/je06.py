"""Poisson regression for claim counts with an exposure offset, in float64.

Ridge strength is picked on validation rows; the final deviance is on test rows.
I use torch only for the gradients and for L-BFGS - everything else is numpy habits.
"""
from pathlib import Path

import numpy as np
import torch

torch.set_default_dtype(torch.float64)
rng = np.random.default_rng(2024)

# ---- portfolio, one row per policy -------------------------------------------------
N = 6000
age = rng.uniform(18, 80, N)
power = rng.gamma(4.0, 25.0, N)
urban = rng.random(N) < 0.45
region = rng.integers(0, 6, N)
exposure = rng.uniform(0.2, 1.0, N)                       # years under risk
region_effect = np.array([0.0, 0.35, -0.4, 0.15, -0.1, 0.5])
eta = (-1.2 + 0.012 * (age - 45) ** 2 / 12 + 0.004 * (power - 100)
       + 0.45 * urban + region_effect[region])
claims = rng.poisson(exposure * np.exp(eta))

order = rng.permutation(N)
tr, va, te = np.split(order, [3600, 4800])

# ---- design matrix -----------------------------------------------------------------
a_mean, a_sd = age[tr].mean(), age[tr].std()
p_mean, p_sd = np.log(power[tr]).mean(), np.log(power[tr]).std()


def design(rows):
    a = (age[rows] - a_mean) / a_sd
    p = (np.log(power[rows]) - p_mean) / p_sd
    dummies = np.eye(6)[region[rows]][:, 1:]              # region 0 is the reference
    cols = np.column_stack([a, a ** 2, p, urban[rows].astype(float), dummies])
    return torch.from_numpy(cols), torch.from_numpy(np.log(exposure[rows])), torch.from_numpy(claims[rows].astype(float))


def deviance(y, mu):
    """2 * sum( y log(y/mu) - (y - mu) ), with 0 log 0 = 0"""
    return 2 * (torch.special.xlogy(y, y / mu) - (y - mu)).sum().item()


def fit(ridge):
    X, off, y = design(tr)
    beta = torch.zeros(X.shape[1], requires_grad=True)
    # start the intercept at the log of the overall rate
    alpha = torch.log(y.sum() / off.exp().sum()).clone().requires_grad_(True)
    opt = torch.optim.LBFGS([alpha, beta], lr=1.0, max_iter=100, tolerance_grad=1e-9,
                            line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        log_mu = alpha + X @ beta + off
        nll = (log_mu.exp() - y * log_mu).mean()          # log y! does not depend on the parameters
        objective = nll + ridge * beta.square().sum()     # intercept is not shrunk
        objective.backward()
        return objective

    opt.step(closure)                                     # one call runs all the iterations
    return alpha.detach(), beta.detach()


def score(params, rows):
    X, off, y = design(rows)
    alpha, beta = params
    return deviance(y, (alpha + X @ beta + off).exp())


fits = {ridge: fit(ridge) for ridge in (0.0, 1e-4, 1e-3, 1e-2, 1e-1)}
val = {ridge: score(p, va) for ridge, p in fits.items()}
for ridge, d in val.items():
    print(f"ridge {ridge:7.4f}   validation deviance per policy {d / len(va):.4f}")
best = min(val, key=val.get)

# ---- test: fraction of null deviance explained -------------------------------------
_, off_tr, y_tr = design(tr)
_, off_te, y_te = design(te)
rate = (y_tr.sum() / off_tr.exp().sum()).item()           # null model knows only the exposure
null = deviance(y_te, rate * off_te.exp())
model = score(fits[best], te)
print(f"chosen ridge {best}")
print(f"test deviance per policy: null {null / len(te):.4f}, model {model / len(te):.4f}, D2 {1 - model / null:.3f}")

names = ["age", "age^2", "log power", "urban"] + [f"region {k}" for k in range(1, 6)]
for name, b in zip(names, fits[best][1].tolist()):
    print(f"  {name:10s} {b:+.3f}   rate ratio {np.exp(b):.2f}")

Path("out/je06").mkdir(parents=True, exist_ok=True)
np.savez("out/je06/fit.npz", alpha=fits[best][0].numpy(), beta=fits[best][1].numpy(), ridge=best)
