"""Two tasks, one trunk, loss weights that are learned (Kendall, Gal, Cipolla 2018)."""
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


@dataclass
class Config:
    epochs: int = 80
    batch_size: int = 16
    lr: float = 3e-3
    weight_decay: float = 1e-3
    seed: int = 7


class TwoHeads(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_in, 32), nn.ReLU(), nn.Dropout(0.1))
        self.cultivar = nn.Linear(32, 3)
        self.alcohol = nn.Linear(32, 1)

    def forward(self, x):
        h = self.trunk(x)
        return self.cultivar(h), self.alcohol(h).squeeze(-1)


class UncertaintyWeights(nn.Module):
    def __init__(self, n_tasks):
        super().__init__()
        self.log_var = nn.Parameter(torch.zeros(n_tasks))

    def forward(self, losses):
        losses = torch.stack(losses)
        return (torch.exp(-self.log_var) * losses + self.log_var).sum()


cfg = Config()
torch.manual_seed(cfg.seed)

wine = load_wine()
alcohol = wine.data[:, 0]                    # the second target, so it isn't an input
features = wine.data[:, 1:]
tr, va = train_test_split(np.arange(len(features)), test_size=0.3, stratify=wine.target, random_state=cfg.seed)
x_scaler = StandardScaler().fit(features[tr])
a_scaler = StandardScaler().fit(alcohol[tr, None])

X = torch.tensor(x_scaler.transform(features), dtype=torch.float32)
A = torch.tensor(a_scaler.transform(alcohol[:, None])[:, 0], dtype=torch.float32)
C = torch.tensor(wine.target, dtype=torch.long)

model = TwoHeads(X.shape[1])
weights = UncertaintyWeights(2)
optimizer = torch.optim.AdamW(
    [
        {"params": model.parameters(), "weight_decay": cfg.weight_decay},
        {"params": weights.parameters(), "weight_decay": 0.0},
    ],
    lr=cfg.lr,
)

tr_t = torch.from_numpy(tr)
for epoch in range(1, cfg.epochs + 1):
    model.train()
    for b in tr_t[torch.randperm(len(tr_t))].split(cfg.batch_size):
        logits, alc = model(X[b])
        total = weights([F.cross_entropy(logits, C[b]), F.mse_loss(alc, A[b])])
        optimizer.zero_grad()
        total.backward()
        optimizer.step()

    if epoch % 10 == 0:
        model.eval()
        with torch.no_grad():
            logits, alc = model(X[va])
            acc = (logits.argmax(1) == C[va]).float().mean().item()
            rmse = F.mse_loss(alc, A[va]).sqrt().item() * a_scaler.scale_[0]
        s = weights.log_var.exp().tolist()
        print(f"{epoch:3d}  acc {acc:.3f}  alcohol rmse {rmse:.3f}  variances {s[0]:.2f} {s[1]:.2f}")
