# Tumour classification (Wisconsin data) with the "super-convergence" schedule.
import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

SEED = 21
EPOCHS = 12
BATCH = 16
MAX_LR = 5e-3

np.random.seed(SEED)
torch.manual_seed(SEED)

X, y = load_breast_cancer(return_X_y=True)
X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.25, stratify=y, random_state=SEED)
scaler = StandardScaler().fit(X_tr)
X_tr, X_va = scaler.transform(X_tr), scaler.transform(X_va)


def as_dataset(a, b):
    return TensorDataset(torch.from_numpy(a).float(), torch.from_numpy(b).float())


train_dl = DataLoader(as_dataset(X_tr, y_tr), batch_size=BATCH, shuffle=True)
valid_dl = DataLoader(as_dataset(X_va, y_va), batch_size=64)

net = nn.Sequential(
    nn.Linear(X.shape[1], 32),
    nn.ReLU(),
    nn.Dropout(0.1),
    nn.Linear(32, 16),
    nn.ReLU(),
    nn.Linear(16, 1),
)
loss_fn = nn.BCEWithLogitsLoss()
opt = optim.AdamW(net.parameters(), lr=MAX_LR)
sched = optim.lr_scheduler.OneCycleLR(
    opt, max_lr=MAX_LR, steps_per_epoch=len(train_dl), epochs=EPOCHS, pct_start=0.3, div_factor=100
)


def train_one_epoch():
    net.train()
    losses = []
    for xb, yb in train_dl:
        opt.zero_grad()
        loss = loss_fn(net(xb).squeeze(1), yb)
        loss.backward()
        opt.step()
        losses.append(loss.item() * len(xb))
    return sum(losses) / len(train_dl.dataset)


def evaluate():
    net.eval()
    loss, hits = 0.0, 0
    with torch.no_grad():
        for xb, yb in valid_dl:
            out = net(xb).squeeze(1)
            loss += loss_fn(out, yb).item() * len(xb)
            hits += ((out > 0).float() == yb).sum().item()
    n = len(valid_dl.dataset)
    return loss / n, hits / n


for epoch in range(1, EPOCHS + 1):
    tr = train_one_epoch()
    sched.step()
    va, acc = evaluate()
    print(f"{epoch:2d}  lr {sched.get_last_lr()[0]:.1e}  train {tr:.4f}  valid {va:.4f}  acc {acc:.4f}")
