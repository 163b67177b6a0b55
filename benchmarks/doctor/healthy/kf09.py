"""Poisson regression of claim counts with exposure offset, by penalised maximum likelihood.

log E[N_i] = log(exposure_i) + x_i' beta,     penalty  lambda/2 * |slopes|^2 (the intercept stays free).
lambda: 5-fold cross-validation inside the training rows. Standard errors: inverse observed information
of the unpenalised likelihood at the fitted value (so they are meant for a small lambda only).
Assessment: mean Poisson deviance on rows set aside at the start.
"""
import math

import torch

torch.set_default_dtype(torch.float64)
NAMES = ["intercept", "age_c", "age_c^2", "urban", "log_power", "noise"]
BETA = torch.tensor([-1.6, -0.25, 0.15, 0.45, 0.60, 0.0])


def draw(n, seed):
    g = torch.Generator().manual_seed(seed)
    age = torch.rand(n, generator=g) * 4 - 2
    urban = (torch.rand(n, generator=g) < 0.35).double()
    power = torch.randn(n, generator=g) * 0.5
    noise = torch.randn(n, generator=g)
    X = torch.stack([torch.ones(n), age, age**2, urban, power, noise], dim=1)
    exposure = 0.1 + 0.9 * torch.rand(n, generator=g)
    counts = torch.poisson(exposure * torch.exp(X @ BETA), generator=g)
    return X, exposure.log(), counts


def negloglik(beta, X, off, y):
    """Mean negative log-likelihood, without the term log(y!) that does not depend on beta."""
    eta = off + X @ beta
    return (eta.exp() - y * eta).mean()


def fit(X, off, y, lam):
    beta = torch.zeros(X.shape[1])
    beta[0] = torch.log(y.sum() / off.exp().sum())
    beta.requires_grad_(True)
    opt = torch.optim.LBFGS([beta], lr=1.0, max_iter=200, tolerance_grad=1e-10, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        obj = negloglik(beta, X, off, y) + 0.5 * lam * beta[1:].square().sum()
        obj.backward()
        return obj

    opt.step(closure)
    return beta.detach()


def deviance(beta, X, off, y):
    mu = torch.exp(off + X @ beta)
    return 2 * (torch.xlogy(y, y / mu) - (y - mu)).mean().item()


def cross_validate(X, off, y, lambdas, k=5, seed=99):
    folds = torch.randperm(len(y), generator=torch.Generator().manual_seed(seed)).chunk(k)
    table = {}
    for lam in lambdas:
        scores = []
        for i in range(k):
            fitrows = torch.cat([f for j, f in enumerate(folds) if j != i])
            beta = fit(X[fitrows], off[fitrows], y[fitrows], lam)
            scores.append(deviance(beta, X[folds[i]], off[folds[i]], y[folds[i]]))
        table[lam] = sum(scores) / k
    return table


X, off, y = draw(6000, seed=1837)
train, test = slice(0, 4500), slice(4500, None)      # rows are i.i.d. draws, any cut will do

table = cross_validate(X[train], off[train], y[train], [0.0, 1e-4, 1e-3, 1e-2, 1e-1])
for lam, d in table.items():
    print(f"lambda {lam:<8g} cross-validated deviance {d:.5f}")
lam = min(table, key=table.get)
beta = fit(X[train], off[train], y[train], lam)

hessian = torch.autograd.functional.hessian(lambda b: negloglik(b, X[train], off[train], y[train]), beta)
se = torch.linalg.inv(hessian * len(y[train])).diagonal().sqrt()

print(f"\nlambda = {lam:g}\n{'':<12}{'true':>8}{'fitted':>9}{'s.e.':>8}{'z':>8}")
for name, b0, b, s in zip(NAMES, BETA, beta, se):
    print(f"{name:<12}{b0:8.3f}{b:9.3f}{s:8.3f}{b / s:8.2f}")

null = torch.zeros_like(beta)
null[0] = math.log(y[train].sum() / off[train].exp().sum())
d_null, d_fit = deviance(null, X[test], off[test], y[test]), deviance(beta, X[test], off[test], y[test])
print(f"\ntest deviance: exposure only {d_null:.4f}, fitted {d_fit:.4f}, true beta "
      f"{deviance(BETA, X[test], off[test], y[test]):.4f}")
print(f"share of deviance explained on the test rows: {1 - d_fit / d_null:.3f}")
