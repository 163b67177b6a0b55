"""Gradient accumulation + OneCycle + an EMA copy of the weights, on a synthetic 5-class table.

The scheduler counts optimizer updates, not micro-batches.
"""
import math

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

SEED, MICRO, ACCUM, EPOCHS = 21, 32, 4, 20
torch.manual_seed(SEED)

X, y = make_classification(n_samples=4000, n_features=30, n_informative=12, n_redundant=6,
                           n_classes=5, n_clusters_per_class=1, class_sep=1.2, random_state=SEED)
perm = np.random.default_rng(SEED).permutation(len(X))
tr, te = perm[:3200], perm[3200:]
scaler = StandardScaler().fit(X[tr])


def tensors(rows):
    return (torch.tensor(scaler.transform(X[rows]), dtype=torch.float32),
            torch.tensor(y[rows], dtype=torch.long))


train_loader = DataLoader(TensorDataset(*tensors(tr)), batch_size=MICRO, shuffle=True, drop_last=True)
x_test, y_test = tensors(te)

# LayerNorm only: no running statistics that the averaged model would have to re-estimate
model = nn.Sequential(nn.Linear(30, 128), nn.LayerNorm(128), nn.GELU(), nn.Dropout(0.1),
                      nn.Linear(128, 64), nn.LayerNorm(64), nn.GELU(), nn.Linear(64, 5))
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.98))

no_decay = [p for p in model.parameters() if p.ndim < 2]
decay = [p for p in model.parameters() if p.ndim >= 2]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.05},
                               {"params": no_decay, "weight_decay": 0.0}], lr=1e-3)

updates_per_epoch = math.ceil(len(train_loader) / ACCUM)
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=6e-3, total_steps=updates_per_epoch * EPOCHS, pct_start=0.2)
loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)


def accuracy(net):
    net.eval()
    with torch.inference_mode():
        return (net(x_test).argmax(-1) == y_test).double().mean().item()


n_batches = len(train_loader)
for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for i, (xb, yb) in enumerate(train_loader):
        # the last group of an epoch can be shorter than ACCUM
        group_start = (i // ACCUM) * ACCUM
        group = min(ACCUM, n_batches - group_start)
        loss = loss_fn(model(xb), yb)
        (loss / group).backward()
        running += loss.item()
        if i + 1 == group_start + group:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            ema.update_parameters(model)
    print(f"epoch {epoch + 1:2d}  loss {running / n_batches:.4f}  lr now {scheduler.get_last_lr()[0]:.2e}")

majority = np.bincount(y[tr]).argmax()
print(f"test accuracy: raw {accuracy(model):.3f}, EMA {accuracy(ema):.3f}, "
      f"majority {(y[te] == majority).mean():.3f}")
