"""Is a small MLP on the 8x8 digits really better than logistic regression?
Paired bootstrap interval and a sign-flip permutation test on the test rows."""
import copy
import json
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(3)
torch.set_num_threads(2)
out = Path("out/kd01")
out.mkdir(parents=True, exist_ok=True)

X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")          # pixels are 0..16 by definition
X_rest, X_te, y_rest, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_tr, X_va, y_tr, y_va = train_test_split(X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=0)
print("rows", len(X_tr), len(X_va), len(X_te))

# ---- baseline 1: the most frequent class of the training rows
majority = np.bincount(y_tr).argmax()
hit_majority = (y_te == majority)

# ---- baseline 2: logistic regression, C picked on the validation rows
best_C = max([0.03, 0.1, 0.3, 1.0, 3.0, 10.0],
             key=lambda c: LogisticRegression(C=c, max_iter=3000).fit(X_tr, y_tr).score(X_va, y_va))
logreg = LogisticRegression(C=best_C, max_iter=3000).fit(X_tr, y_tr)
hit_logreg = logreg.predict(X_te) == y_te

# ---- the network
net = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.2),
                    nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10))
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
loss_fn = nn.CrossEntropyLoss()
T = lambda a: torch.from_numpy(a)
xtr, ytr, xva, yva, xte = T(X_tr), T(y_tr), T(X_va), T(y_va), T(X_te)

best_loss, best_state, waited = float("inf"), None, 0
for epoch in range(80):
    net.train()
    order = torch.randperm(len(xtr))
    for rows in order.split(32):
        opt.zero_grad()
        loss = loss_fn(net(xtr[rows]), ytr[rows])
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        val_loss = loss_fn(net(xva), yva).item()
    if val_loss < best_loss:
        best_loss, best_state, waited = val_loss, copy.deepcopy(net.state_dict()), 0
    else:
        waited += 1
        if waited == 10:
            break
print(f"stopped after epoch {epoch}, best validation loss {best_loss:.4f}")

net.load_state_dict(best_state)
net.eval()
with torch.no_grad():
    hit_net = (net(xte).argmax(1).numpy() == y_te)

# ---- statistics over the test rows
rng = np.random.default_rng(11)
n = len(y_te)
d = hit_net.astype(float) - hit_logreg.astype(float)
draws = rng.integers(0, n, size=(4000, n))
boot_net = hit_net[draws].mean(1)
boot_diff = d[draws].mean(1)
signs = rng.choice([-1.0, 1.0], size=(4000, n))
null = np.abs((signs * d).mean(1))
p = (1 + (null >= abs(d.mean()) - 1e-12).sum()) / (1 + len(null))


def interval(v):
    lo, hi = np.percentile(v, [2.5, 97.5])
    return [round(float(lo), 4), round(float(hi), 4)]


report = {
    "majority": float(hit_majority.mean()),
    "logistic_regression": float(hit_logreg.mean()), "C": best_C,
    "network": float(hit_net.mean()), "network_95": interval(boot_net),
    "difference": float(d.mean()), "difference_95": interval(boot_diff),
    "p_sign_flip": float(p),
}
print(json.dumps(report, indent=2))
(out / "report.json").write_text(json.dumps(report, indent=2))
