# Assay table: 8 targets per compound, a third of them never measured (-1). Only measured cells count.
import argparse
import json
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.metrics import roc_auc_score

ap = argparse.ArgumentParser()
ap.add_argument("--tasks", type=int, default=8)
ap.add_argument("--missing", type=float, default=0.35)
ap.add_argument("--epochs", type=int, default=30)
ap.add_argument("--out", default="out/gh10")
opt = ap.parse_args()
os.makedirs(opt.out, exist_ok=True)


def make(n, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 32)).astype("float32")
    shared = np.tanh(x @ (rng.normal(size=(32, 6)) / 4))
    logits = shared @ rng.normal(size=(6, opt.tasks)) * 3 + rng.normal(scale=0.3, size=(n, opt.tasks))
    y = (logits > np.linspace(-0.5, 1.5, opt.tasks)).astype("float32")
    y[rng.random(y.shape) < opt.missing] = -1.0
    return torch.from_numpy(x), torch.from_numpy(y)


x, y = make(3600)
train, val, test = torch.arange(0, 2400), torch.arange(2400, 3000), torch.arange(3000, 3600)

known = y[train] >= 0
positive = ((y[train] == 1) & known).sum(0) / known.sum(0)
# rare targets weigh more, but never more than five times
pos_weight = ((1 - positive) / positive).clamp(0.2, 5.0)
task_weight = torch.ones(opt.tasks)


def masked_bce(logits, target):
    mask = (target >= 0).float()
    cell = F.binary_cross_entropy_with_logits(logits, target.clamp(min=0), pos_weight=pos_weight, reduction="none")
    return (cell * mask * task_weight).sum() / (mask * task_weight).sum().clamp(min=1)


class Shared(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(32, 128), nn.LayerNorm(128), nn.ReLU(), nn.Dropout(0.2))
        self.heads = nn.ModuleList(nn.Sequential(nn.Linear(128, 16), nn.ReLU(), nn.Linear(16, 1)) for _ in range(tasks))
        for h in self.heads:
            nn.init.zeros_(h[-1].weight)    # every head starts at its prior
        with torch.no_grad():
            for h, p in zip(self.heads, positive):
                h[-1].bias.fill_(torch.logit(p, eps=1e-3).item())

    def forward(self, v):
        v = self.trunk(v)
        return torch.cat([h(v) for h in self.heads], dim=1)


def auc(model, rows):
    model.eval()
    with torch.no_grad():
        p = torch.sigmoid(model(x[rows])).numpy()
    t = y[rows].numpy()
    return float(np.mean([roc_auc_score(t[t[:, k] >= 0, k], p[t[:, k] >= 0, k]) for k in range(opt.tasks)]))


torch.manual_seed(0)
model = Shared(opt.tasks)
adam = torch.optim.AdamW([{"params": model.trunk.parameters(), "lr": 2e-3},
                          {"params": model.heads.parameters(), "lr": 4e-3}], weight_decay=1e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(adam, mode="max", factor=0.4, patience=2)
best = {"auc": 0.0}
for epoch in range(opt.epochs):
    model.train()
    for rows in train[torch.randperm(len(train))].split(80):
        adam.zero_grad()
        masked_bce(model(x[rows]), y[rows]).backward()
        adam.step()
    now = auc(model, val)
    plateau.step(now)
    if now > best["auc"]:
        best = {"auc": now, "epoch": epoch}
        torch.save(model.state_dict(), f"{opt.out}/best.pt")
    if epoch % 5 == 0:
        print(f"epoch {epoch} validation auc {now:.4f} lr {[g['lr'] for g in adam.param_groups]}")

model.load_state_dict(torch.load(f"{opt.out}/best.pt", weights_only=True))
best["test_auc"] = auc(model, test)
with open(f"{opt.out}/result.json", "w") as f:
    json.dump(best, f)
print(best)
