# expression study, cross validated  (exported from notebook expr_cv.ipynb)

# %%
import json
import os

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.model_selection import StratifiedKFold

torch.manual_seed(3)
OUT = "out/if01"
os.makedirs(OUT, exist_ok=True)

# %% 110 patients, 4000 probes, very few of them mean anything
X, y = make_classification(
    n_samples=110,
    n_features=4000,
    n_informative=4,
    n_redundant=0,
    n_clusters_per_class=1,
    class_sep=0.6,
    flip_y=0.1,
    random_state=3,
)
X = X.astype(np.float32)
print(X.shape, np.bincount(y))

# %% 4000 inputs are too many for a small network, keep the 30 that separate best
selector = SelectKBest(f_classif, k=30)
X = selector.fit_transform(X, y)
print("after selection:", X.shape)


# %%
def make_model(n_in):
    return nn.Sequential(
        nn.Linear(n_in, 16),
        nn.ReLU(),
        nn.Dropout(0.3),
        nn.Linear(16, 2),
    )


def fit(model, xb, yb, epochs=60):
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.05)
    loss_fn = nn.CrossEntropyLoss()
    model.train()
    for _ in range(epochs):
        for idx in torch.randperm(len(xb)).split(16):
            opt.zero_grad()
            loss = loss_fn(model(xb[idx]), yb[idx])
            loss.backward()
            opt.step()
    return loss.item()


@torch.no_grad()
def accuracy(model, xb, yb):
    model.eval()
    return (model(xb).argmax(1) == yb).float().mean().item()


# %%
skf = StratifiedKFold(n_splits=5, shuffle=True, random_state=3)
scores = []
for k, (tr, te) in enumerate(skf.split(X, y)):
    mu, sd = X[tr].mean(0), X[tr].std(0) + 1e-6
    x_tr = torch.from_numpy((X[tr] - mu) / sd)
    x_te = torch.from_numpy((X[te] - mu) / sd)
    y_tr, y_te = torch.from_numpy(y[tr]), torch.from_numpy(y[te])

    model = make_model(X.shape[1])
    last = fit(model, x_tr, y_tr)
    scores.append(accuracy(model, x_te, y_te))
    print(f"fold {k}: last loss {last:.3f}  held-out accuracy {scores[-1]:.3f}")

# %%
print(f"5-fold accuracy {np.mean(scores):.3f} +- {np.std(scores):.3f}")
with open(os.path.join(OUT, "scores.json"), "w") as f:
    json.dump(scores, f)
