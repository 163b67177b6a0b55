"""Fraud-like table: 4 % positives, holes in the columns, balanced sampling while training.

Rows are split once (60/20/20, stratified).  Medians, means and deviations come from the 60 %.
The best epoch and the cut-off come from the validation rows, the numbers at the end from the test rows.
"""
import copy
import random

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

SEED = 4
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)
torch.set_num_threads(2)

X, y = make_classification(n_samples=8000, n_features=18, n_informative=6, n_redundant=4, n_clusters_per_class=2,
                           weights=[0.96], flip_y=0.004, class_sep=1.4, random_state=SEED)
holes = np.random.default_rng(SEED).random(X.shape) < 0.06
X = np.where(holes, np.nan, X)

X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, train_size=0.6, stratify=y, random_state=SEED)
X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, train_size=0.5, stratify=y_rest, random_state=SEED)

median = np.nanmedian(X_tr, axis=0)
filled = np.where(np.isnan(X_tr), median, X_tr)
mu, sd = filled.mean(axis=0), filled.std(axis=0)


def prepare(block):
    missing = np.isnan(block)
    values = (np.where(missing, median, block) - mu) / sd
    # the network may see that a value was absent
    return torch.tensor(np.hstack([values, missing]), dtype=torch.float32)


T_tr, T_va, T_te = prepare(X_tr), prepare(X_va), prepare(X_te)

counts = np.bincount(y_tr)
row_weight = torch.tensor(1.0 / counts[y_tr], dtype=torch.double)
sampler = WeightedRandomSampler(row_weight, num_samples=len(y_tr), replacement=True)
loader = DataLoader(TensorDataset(T_tr, torch.tensor(y_tr, dtype=torch.float32)), batch_size=128, sampler=sampler)

net = nn.Sequential(nn.Linear(T_tr.shape[1], 64), nn.ReLU(), nn.Dropout(0.2),
                    nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))
# The sampler already balances the classes, so the loss gets no pos_weight on top.
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)


@torch.no_grad()
def scores(block):
    net.eval()
    return net(block).squeeze(1).numpy()


best_ap, best_state = -1.0, None
for epoch in range(25):
    net.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(net(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(yb)
    ap = average_precision_score(y_va, scores(T_va))
    if ap > best_ap:
        best_ap, best_state = ap, copy.deepcopy(net.state_dict())
    print(f"epoch {epoch:2d}  loss {total / len(y_tr):.4f}  validation AP {ap:.4f}")

net.load_state_dict(best_state)
precision, recall, cuts = precision_recall_curve(y_va, scores(T_va))
f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
cut = cuts[np.argmax(f1[:-1])]  # the last point of the curve belongs to no cut-off

s_te = scores(T_te)
print(f"cut-off on the logit, from validation rows: {cut:.3f}")
print(f"test AP {average_precision_score(y_te, s_te):.3f} (share of positives {y_te.mean():.3f})")
print(f"test F1 {f1_score(y_te, s_te >= cut):.3f} (always 'fraud': {f1_score(y_te, np.ones_like(y_te)):.3f})")
