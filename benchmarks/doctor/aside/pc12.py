"""Train a classifier on the breast-cancer table, keep the best epoch in a checkpoint, load it again and test."""
import os
import random

import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from torch import nn

SEED = 99
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)
BEST = os.path.join("runs", "best_wdbc.pt")
os.makedirs("runs", exist_ok=True)

X, y = load_breast_cancer(return_X_y=True)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, stratify=y, random_state=SEED)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.25, stratify=y_tr, random_state=SEED)
mean, std = X_tr.mean(axis=0), X_tr.std(axis=0)


def as_float(a):
    return torch.as_tensor(a, dtype=torch.float32)


train_ds = torch.utils.data.TensorDataset(as_float((X_tr - mean) / std), as_float(y_tr))
loader = torch.utils.data.DataLoader(train_ds, batch_size=32, shuffle=True)
val_x = as_float((X_va - mean) / std)


def build():
    return nn.Sequential(nn.Linear(30, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1), nn.Flatten(0))


def scores(net, features):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(features)).numpy()


net = build()
optim = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
bce = nn.BCEWithLogitsLoss()
best_auc = 0.0

for epoch in range(1, 31):
    net.train()
    for xb, yb in loader:
        optim.zero_grad()
        loss = bce(net(xb), yb)
        loss.backward()
        optim.step()

    auc = roc_auc_score(y_va, scores(net, val_x))
    if auc > best_auc:
        best_auc = auc
        torch.save(
            {
                "epoch": epoch,
                "model": net.state_dict(),
                "optimizer": optim.state_dict(),
                "val_auc": float(auc),
                "mean": mean,
                "std": std,
            },
            BEST,
        )
        print(f"epoch {epoch:2d}: val AUC {auc:.4f}  -> saved")

# ------------------------------------------------------------------ test with the best epoch
ckpt = torch.load(BEST, map_location="cpu")
best_net = build()
best_net.load_state_dict(ckpt["model"])
test_x = as_float((X_te - ckpt["mean"]) / ckpt["std"])
p = scores(best_net, test_x)
print(f"best epoch {ckpt['epoch']}: test AUC {roc_auc_score(y_te, p):.4f}  accuracy {((p > 0.5) == y_te).mean():.4f}")
