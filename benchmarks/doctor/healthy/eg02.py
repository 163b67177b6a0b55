# %% digits, five folds, one checkpoint per fold, the five vote on the test set
import copy
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold, train_test_split

SEED, EPOCHS, BS = 11, 15, 64
os.makedirs("out/eg02", exist_ok=True)

# %%
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype(np.float32)     # pixels are 0..16 by definition
y = y.astype(np.int64)
X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=SEED)


# %%
def make_net():
    return nn.Sequential(
        nn.Linear(64, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Dropout(0.3), nn.Linear(128, 10)
    )


def accuracy(net, X, y):
    net.eval()
    with torch.inference_mode():
        return (net(torch.from_numpy(X)).argmax(1) == torch.from_numpy(y)).float().mean().item()


def fit(tr, va, fold):
    torch.manual_seed(SEED + fold)
    net = make_net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    xt, yt = torch.from_numpy(X_dev[tr]), torch.from_numpy(y_dev[tr])
    best_acc, best_state = -1.0, None
    for _ in range(EPOCHS):
        net.train()
        for idx in torch.randperm(len(xt)).split(BS):
            loss = F.cross_entropy(net(xt[idx]), yt[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        acc = accuracy(net, X_dev[va], y_dev[va])
        if acc > best_acc:
            best_acc, best_state = acc, copy.deepcopy(net.state_dict())
    torch.save(best_state, f"out/eg02/fold{fold}.pt")
    return best_acc


# %%
scores = []
skf = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
for fold, (tr, va) in enumerate(skf.split(X_dev, y_dev)):
    scores.append(fit(tr, va, fold))
    print(f"fold {fold}: {scores[-1]:.4f}")
print(f"cv {np.mean(scores):.4f} +- {np.std(scores):.4f} (best epoch of each fold, so a little bright)")

# %% the test rows were in no fold
probs = torch.zeros(len(X_test), 10)
for fold in range(5):
    net = make_net()
    net.load_state_dict(torch.load(f"out/eg02/fold{fold}.pt"))
    net.eval()
    with torch.inference_mode():
        probs += net(torch.from_numpy(X_test)).softmax(dim=1) / 5
print("ensemble test accuracy", (probs.argmax(1).numpy() == y_test).mean().round(4))
