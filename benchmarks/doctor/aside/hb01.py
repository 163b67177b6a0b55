"""Fraud-like table: 4 % positives. MLP, F1 on held-out rows."""
import os

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED = 3
torch.manual_seed(SEED)
rng = np.random.default_rng(SEED)
OUT = "out/hb01"
os.makedirs(OUT, exist_ok=True)

X, y = make_classification(
    n_samples=3000, n_features=20, n_informative=6, n_redundant=2,
    n_clusters_per_class=3, weights=[0.96], class_sep=0.6, flip_y=0.03, random_state=SEED,
)
print("class counts:", np.bincount(y))

# balance the classes: draw minority rows with replacement until both are equal
pos = np.flatnonzero(y == 1)
neg = np.flatnonzero(y == 0)
extra = rng.choice(pos, size=len(neg) - len(pos), replace=True)
keep = np.concatenate([neg, pos, extra])
X, y = X[keep], y[keep]
print("after balancing:", np.bincount(y))

X_train, X_test, y_train, y_test = train_test_split(
    X, y, test_size=0.25, stratify=y, random_state=SEED
)

scaler = StandardScaler().fit(X_train)
X_train = torch.tensor(scaler.transform(X_train), dtype=torch.float32)
X_test = torch.tensor(scaler.transform(X_test), dtype=torch.float32)
y_train = torch.tensor(y_train, dtype=torch.float32)
y_test = torch.tensor(y_test, dtype=torch.float32)

loader = DataLoader(TensorDataset(X_train, y_train), batch_size=64, shuffle=True)

model = nn.Sequential(
    nn.Linear(20, 128), nn.ReLU(),
    nn.Linear(128, 64), nn.ReLU(),
    nn.Linear(64, 1),
)
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-4)

for epoch in range(20):
    model.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(model(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    print(f"epoch {epoch + 1:2d}  train loss {total / len(X_train):.4f}")

model.eval()
with torch.no_grad():
    pred = (torch.sigmoid(model(X_test).squeeze(1)) > 0.5).int().numpy()

print(classification_report(y_test.int().numpy(), pred, digits=3))
score = f1_score(y_test.int().numpy(), pred)
print("F1 on fraud:", round(float(score), 4))
torch.save(model.state_dict(), f"{OUT}/mlp.pt")
