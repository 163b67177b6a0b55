"""Rare-event table (5 % positives): weighted loss, threshold picked on the validation rows."""
import os

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
OUT = "out/hb09"
os.makedirs(OUT, exist_ok=True)

X, y = make_classification(n_samples=6000, n_features=18, n_informative=8, n_redundant=2,
                           n_clusters_per_class=2, weights=[0.95], class_sep=1.3,
                           flip_y=0.005, random_state=0)
X, y = X.astype(np.float32), y.astype(np.float32)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25,
                                                  stratify=y_rest, random_state=0)

mean, std = X_train.mean(axis=0), X_train.std(axis=0)
X_train, X_val, X_test = [torch.from_numpy((part - mean) / std) for part in (X_train, X_val, X_test)]
y_train_t = torch.from_numpy(y_train)
loader = DataLoader(TensorDataset(X_train, y_train_t), batch_size=128, shuffle=True)

net = nn.Sequential(nn.Linear(18, 64), nn.ReLU(), nn.Dropout(0.2),
                    nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1), nn.Flatten(0))

n_pos = y_train_t.sum()
pos_weight = (len(y_train_t) - n_pos) / n_pos
criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)


def scores(features):
    net.eval()
    with torch.no_grad():
        return net(features).sigmoid().numpy()


best_ap = -1.0
for epoch in range(30):
    net.train()
    for xb, yb in loader:
        loss = criterion(net(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ap = average_precision_score(y_val, scores(X_val))
    if ap > best_ap:
        best_ap = ap
        torch.save(net.state_dict(), f"{OUT}/best.pt")
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  last batch loss {loss.item():.3f}  val AP {ap:.3f}")

net.load_state_dict(torch.load(f"{OUT}/best.pt", weights_only=True))

# the weighted loss shifts the probabilities, so 0.5 is not a natural cut
precision, recall, cuts = precision_recall_curve(y_val, scores(X_val))
f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
cut = cuts[f1[:-1].argmax()]

test_scores = scores(X_test)
print(f"cut {cut:.3f}")
print(f"test AP {average_precision_score(y_test, test_scores):.3f}")
print(f"test F1 {f1_score(y_test.astype(int), (test_scores >= cut).astype(int)):.3f}")
