"""Nested cross-validation of a penalised softmax regression on the wine data.

The convex objective is minimised in float64 with L-BFGS on the full batch, so there is no
learning rate schedule and no early stopping. The inner folds choose the penalty; the outer
folds only measure. Centring and scaling are refitted on whatever rows a fit may see.
"""
import itertools

import torch
import torch.nn.functional as F
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold

torch.set_default_dtype(torch.float64)
PENALTIES = [1e-4, 1e-3, 1e-2, 1e-1, 1.0]

data = load_wine()
X_ALL = torch.from_numpy(data.data).double()
Y_ALL = torch.from_numpy(data.target).long()
K = int(Y_ALL.max()) + 1


def fit(x, y, penalty):
    """returns a function rows -> log-probabilities"""
    mu, sigma = x.mean(0), x.std(0)
    z = (x - mu) / sigma
    w = torch.zeros(x.shape[1], K, requires_grad=True)
    b = torch.zeros(K, requires_grad=True)
    opt = torch.optim.LBFGS([w, b], lr=1.0, max_iter=200, history_size=20, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        objective = F.cross_entropy(z @ w + b, y) + penalty * w.square().sum()  # bias unpenalised
        objective.backward()
        return objective

    opt.step(closure)  # one call runs the whole minimisation
    w_hat, b_hat = w.detach(), b.detach()
    return lambda rows: F.log_softmax((rows - mu) / sigma @ w_hat + b_hat, dim=1)


def nll_and_hits(predict, x, y):
    logp = predict(x)
    return F.nll_loss(logp, y, reduction="sum").item(), (logp.argmax(1) == y).sum().item()


def choose_penalty(x, y, seed):
    inner = StratifiedKFold(n_splits=4, shuffle=True, random_state=seed)
    totals = dict.fromkeys(PENALTIES, 0.0)
    for (fit_idx, val_idx), penalty in itertools.product(inner.split(x.numpy(), y.numpy()), PENALTIES):
        f, v = torch.as_tensor(fit_idx), torch.as_tensor(val_idx)
        totals[penalty] += nll_and_hits(fit(x[f], y[f], penalty), x[v], y[v])[0]
    return min(totals, key=totals.get)


def outer_loop():
    outer = StratifiedKFold(n_splits=5, shuffle=True, random_state=0)
    for number, (rest, held) in enumerate(outer.split(X_ALL.numpy(), Y_ALL.numpy())):
        rest, held = torch.as_tensor(rest), torch.as_tensor(held)
        x, y = X_ALL[rest], Y_ALL[rest]
        penalty = choose_penalty(x, y, seed=100 + number)
        nll, hits = nll_and_hits(fit(x, y, penalty), X_ALL[held], Y_ALL[held])
        majority = torch.bincount(y, minlength=K).argmax()
        yield penalty, nll, hits, (Y_ALL[held] == majority).sum().item(), len(held)


if __name__ == "__main__":
    nll = hits = base = n = 0
    for penalty, fold_nll, fold_hits, fold_base, size in outer_loop():
        print(f"penalty {penalty:<7g} nll {fold_nll / size:.4f}  accuracy {fold_hits / size:.3f}")
        nll, hits, base, n = nll + fold_nll, hits + fold_hits, base + fold_base, n + size
    print(f"all {n} rows, each held out once: nll {nll / n:.4f}, accuracy {hits / n:.3f}, majority {base / n:.3f}")
