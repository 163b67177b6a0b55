"""Iterative magnitude pruning with fine-tuning on the breast cancer data.

Each round removes half of the weights that are still there. The sparsest network whose
validation loss is not clearly worse than that of the dense one is kept and tested once.
"""
import copy
import os

import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.nn.utils import prune
from torch.utils.data import DataLoader, TensorDataset

ROUNDS = 5
TOLERANCE = 0.02

torch.manual_seed(8)
torch.set_num_threads(1)
X, y = load_breast_cancer(return_X_y=True)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=8)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=8)
scaler = StandardScaler().fit(X_train)


def tensors(a, b):
    return torch.tensor(scaler.transform(a), dtype=torch.float32), torch.tensor(b, dtype=torch.float32)


train_set = TensorDataset(*tensors(X_train, y_train))
xv, yv = tensors(X_val, y_val)
xt, _ = tensors(X_test, y_test)
loader = DataLoader(train_set, batch_size=32, shuffle=True)

model = nn.Sequential(nn.Linear(30, 96), nn.ReLU(), nn.Linear(96, 48), nn.ReLU(), nn.Linear(48, 1))
prunable = [(m, "weight") for m in model if isinstance(m, nn.Linear)]
criterion = nn.BCEWithLogitsLoss()


def val_loss():
    model.eval()
    with torch.no_grad():
        return criterion(model(xv).squeeze(1), yv).item()


def train(epochs, lr):
    """Trains in place and leaves the weights of the epoch with the lowest validation loss."""
    # a fresh optimizer each time: no momentum of weights that have just been cut
    opt = torch.optim.Adam(model.parameters(), lr=lr, weight_decay=1e-4)
    best, state = float("inf"), None
    for _ in range(epochs):
        model.train()
        for xb, yb in loader:
            opt.zero_grad()
            criterion(model(xb).squeeze(1), yb).backward()
            opt.step()
        current = val_loss()
        if current < best:
            best, state = current, copy.deepcopy(model.state_dict())
    model.load_state_dict(state)
    return best


def sparsity():
    # weight_orig * weight_mask is what the layer uses; count zeros of the masks
    zeros = sum(int((m.weight_mask == 0).sum()) for m, _ in prunable)
    return zeros / sum(m.weight_mask.numel() for m, _ in prunable)


def report(tag):
    model.eval()
    with torch.no_grad():
        p = torch.sigmoid(model(xt).squeeze(1)).numpy()
    print(f"{tag}: test AUC {roc_auc_score(y_test, p):.3f}, "
          f"balanced accuracy {balanced_accuracy_score(y_test, (p >= 0.5).astype(int)):.3f}")


dense_loss = train(epochs=25, lr=1e-3)
dense_state = copy.deepcopy(model.state_dict())
print(f"dense                  val loss {dense_loss:.4f}")

candidates = []
for r in range(1, ROUNDS + 1):
    prune.global_unstructured(prunable, pruning_method=prune.L1Unstructured, amount=0.5)
    loss = train(epochs=10, lr=1e-3)
    candidates.append((sparsity(), loss, copy.deepcopy(model.state_dict())))
    print(f"round {r}: sparsity {sparsity():.3f}  val loss {loss:.4f}")

good = [c for c in candidates if c[1] <= dense_loss + TOLERANCE]
kept = max(good, key=lambda c: c[0]) if good else min(candidates, key=lambda c: c[1])
model.load_state_dict(kept[2])
for module, name in prunable:
    prune.remove(module, name)  # multiplies weight_orig by its mask once more and makes that permanent
report(f"pruned to {kept[0]:.1%} zeros")

model.load_state_dict(dense_state)  # after prune.remove the names are the ordinary ones again
report("dense")
majority = np.bincount(y_train).argmax()
print(f"majority class: accuracy {np.mean(y_test == majority):.3f}, balanced accuracy 0.500, AUC 0.500")
os.makedirs("out/ja12", exist_ok=True)
torch.save(kept[2], "out/ja12/pruned.pt")
