"""5-fold cross-validation of an MLP on the diabetes table (regression)."""
import json
import os
from copy import deepcopy

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import KFold, train_test_split
from torch import nn

OUT = "out/hb16"
os.makedirs(OUT, exist_ok=True)


class Standardiser:
    def fit(self, a):
        self.m, self.s = a.mean(0), a.std(0)
        return self

    def __call__(self, a):
        return (a - self.m) / self.s

    def back(self, a):
        return a * self.s + self.m


def new_model(d):
    return nn.Sequential(nn.Linear(d, 32), nn.SiLU(), nn.Dropout(0.1),
                         nn.Linear(32, 16), nn.SiLU(), nn.Linear(16, 1))


def fit_fold(x, y, seed, max_epochs=120, patience=15):
    """early stopping looks at a part of the training rows, never at the fold's own test rows"""
    torch.manual_seed(seed)
    x_in, x_stop, y_in, y_stop = train_test_split(x, y, test_size=0.2, random_state=seed)
    fx, fy = Standardiser().fit(x_in), Standardiser().fit(y_in)
    to_t = lambda a: torch.tensor(a, dtype=torch.float32)
    x_in, x_stop = to_t(fx(x_in)), to_t(fx(x_stop))
    y_in, y_stop = to_t(fy(y_in))[:, None], to_t(fy(y_stop))[:, None]

    model = new_model(x.shape[1])
    opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    mse = nn.MSELoss()
    best, state, bad = np.inf, None, 0
    for epoch in range(max_epochs):
        model.train()
        order = torch.randperm(len(x_in))
        for start in range(0, len(order), 32):
            rows = order[start:start + 32]
            opt.zero_grad()
            mse(model(x_in[rows]), y_in[rows]).backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            stop = mse(model(x_stop), y_stop).item()
        if stop < best:
            best, state, bad = stop, deepcopy(model.state_dict()), 0
        else:
            bad += 1
            if bad >= patience:
                break
    model.load_state_dict(state)
    model.eval()

    def predict(rows):
        with torch.no_grad():
            return fy.back(model(to_t(fx(rows))).squeeze(1).numpy())

    return predict, epoch + 1


X, y = load_diabetes(return_X_y=True, scaled=False)
results = []
for fold, (tr, te) in enumerate(KFold(n_splits=5, shuffle=True, random_state=0).split(X)):
    predict, epochs = fit_fold(X[tr], y[tr], seed=fold)
    guess = predict(X[te])
    baseline = mean_absolute_error(y[te], np.full(len(te), y[tr].mean()))
    results.append({"r2": float(r2_score(y[te], guess)),
                    "mae": float(mean_absolute_error(y[te], guess)),
                    "mae_mean_only": float(baseline), "epochs": epochs})
    print(fold, {k: round(v, 3) for k, v in results[-1].items()})

r2 = [r["r2"] for r in results]
print(f"R2 {np.mean(r2):.3f} +- {np.std(r2):.3f}")
with open(f"{OUT}/folds.json", "w") as f:
    json.dump(results, f, indent=1)
