"""Nested cross-validation of a small net on the wine table.

The inner folds choose (width, weight decay) and nothing else; the outer folds say how good that *procedure* is.
Every fit, inner or outer, has its own scaler.
"""
from itertools import product

import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.dummy import DummyClassifier
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

GRID = list(product([4, 16], [0.0, 1e-2]))
STEPS = 120


def fit(X, y, width, decay, seed):
    """Return a function rows -> classes."""
    torch.manual_seed(seed)
    scaler = StandardScaler().fit(X)
    inputs = torch.as_tensor(scaler.transform(X), dtype=torch.float32)
    target = torch.as_tensor(y)
    net = torch.nn.Sequential(
        torch.nn.Linear(X.shape[1], width),
        torch.nn.Tanh(),
        torch.nn.Dropout(0.1),
        torch.nn.Linear(width, 3),
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=0.02, weight_decay=decay)
    # one step per epoch: the table is small enough for full batches
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, T_max=STEPS)
    net.train()
    for _ in range(STEPS):
        optimiser.zero_grad(set_to_none=True)
        torch.nn.functional.cross_entropy(net(inputs), target).backward()
        optimiser.step()
        schedule.step()
    net.eval()

    def predict(rows):
        with torch.inference_mode():
            return net(torch.as_tensor(scaler.transform(rows), dtype=torch.float32)).argmax(1).numpy()

    return predict


def inner_score(X, y, setting, seed):
    folds = StratifiedKFold(n_splits=3, shuffle=True, random_state=seed)
    scores = []
    for a, b in folds.split(X, y):
        predict = fit(X[a], y[a], *setting, seed=seed)
        scores.append(balanced_accuracy_score(y[b], predict(X[b])))
    return float(np.mean(scores))


def main():
    torch.set_num_threads(1)
    X, y = load_wine(return_X_y=True)
    assert len(np.unique(X, axis=0)) == len(X), "the same bottle twice"

    outer = StratifiedKFold(n_splits=5, shuffle=True, random_state=0)
    nets, dummies = [], []
    for fold, (dev, test) in enumerate(outer.split(X, y)):
        ranking = {s: inner_score(X[dev], y[dev], s, seed=100 + fold) for s in GRID}
        chosen = max(ranking, key=ranking.get)
        predict = fit(X[dev], y[dev], *chosen, seed=200 + fold)
        nets.append(balanced_accuracy_score(y[test], predict(X[test])))
        dummy = DummyClassifier(strategy="most_frequent").fit(X[dev], y[dev])
        dummies.append(balanced_accuracy_score(y[test], dummy.predict(X[test])))
        print(f"fold {fold}: width={chosen[0]:2d} decay={chosen[1]:.0e} "
              f"inner {ranking[chosen]:.3f} outer {nets[-1]:.3f}")

    print(f"balanced accuracy {np.mean(nets):.3f} +- {np.std(nets, ddof=1):.3f} over outer folds")
    print(f"most frequent class {np.mean(dummies):.3f}")


if __name__ == "__main__":
    main()
