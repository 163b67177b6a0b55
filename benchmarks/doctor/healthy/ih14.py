# -*- coding: utf-8 -*-
"""
Kaggle style: 5 fold CV with a tabular network (diabetes data).
Every fold gets its own scaler, its own network and its own optimizer. A hold-out part
is put aside first and predicted by the average of the five networks.
"""
import copy

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_squared_error, r2_score
from sklearn.model_selection import KFold, train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED, N_FOLDS, EPOCHS, PATIENCE, BS = 2023, 5, 120, 20, 32


def seed_everything(seed):
    np.random.seed(seed)
    torch.manual_seed(seed)


def new_net(n_in):
    return nn.Sequential(nn.Linear(n_in, 32), nn.SiLU(), nn.Dropout(0.1),
                         nn.Linear(32, 16), nn.SiLU(), nn.Linear(16, 1), nn.Flatten(0))


class Fold:
    """Scaler + network for one fold."""

    def __init__(self, X, y):
        self.xs = StandardScaler().fit(X)
        self.y_mean, self.y_std = y.mean(), y.std()
        self.net = new_net(X.shape[1])

    def tx(self, X):
        return torch.tensor(self.xs.transform(X), dtype=torch.float32)

    def ty(self, y):
        return torch.tensor((y - self.y_mean) / self.y_std, dtype=torch.float32)

    def fit(self, X, y, X_val, y_val):
        loader = DataLoader(TensorDataset(self.tx(X), self.ty(y)), batch_size=BS, shuffle=True)
        xv, yv = self.tx(X_val), self.ty(y_val)
        opt = torch.optim.AdamW(self.net.parameters(), lr=2e-3, weight_decay=1e-2)
        mse = nn.MSELoss()
        best, best_state, since = np.inf, None, 0
        for _ in range(EPOCHS):
            self.net.train()
            for xb, yb in loader:
                opt.zero_grad()
                loss = mse(self.net(xb), yb)
                loss.backward()
                opt.step()
            self.net.eval()
            with torch.no_grad():
                val = mse(self.net(xv), yv).item()
            if val < best - 1e-5:
                best, best_state, since = val, copy.deepcopy(self.net.state_dict()), 0
            else:
                since += 1
            if since >= PATIENCE:
                break
        self.net.load_state_dict(best_state)
        return self

    def predict(self, X):
        self.net.eval()
        with torch.no_grad():
            return self.net(self.tx(X)).numpy() * self.y_std + self.y_mean


def rmse(a, b):
    return mean_squared_error(a, b) ** 0.5


seed_everything(SEED)
X, y = load_diabetes(return_X_y=True, scaled=False)
X, X_hold, y, y_hold = train_test_split(X, y, test_size=0.2, random_state=SEED)

hold = np.zeros(len(X_hold))
scores = []
for k, (tr, va) in enumerate(KFold(N_FOLDS, shuffle=True, random_state=SEED).split(X)):
    # a slice of the training part decides when to stop, so the fold's score stays honest
    tr_in, stop = train_test_split(tr, test_size=0.15, random_state=SEED + k)
    seed_everything(SEED + k)
    fold = Fold(X[tr_in], y[tr_in]).fit(X[tr_in], y[tr_in], X[stop], y[stop])
    score = rmse(y[va], fold.predict(X[va]))
    scores.append(score)
    hold += fold.predict(X_hold) / N_FOLDS
    print(f"fold {k}: rmse {score:.2f}")

print(f"CV rmse {np.mean(scores):.2f} +- {np.std(scores):.2f}")
print(f"hold-out rmse {rmse(y_hold, hold):.2f}, r2 {r2_score(y_hold, hold):.3f} "
      f"(mean predictor: {rmse(y_hold, np.full(len(y_hold), y.mean())):.2f})")
