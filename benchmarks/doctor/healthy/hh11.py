"""Rare event detector: oversampling for training only, threshold from validation, F1 on test."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split


@dataclass
class Config:
    rows: int = 6000
    rare: float = 0.06
    epochs: int = 12
    batch: int = 128
    lr: float = 2e-3
    seed: int = 12


def split(cfg):
    X, y = make_classification(n_samples=cfg.rows, n_features=16, n_informative=8,
                               weights=[1 - cfg.rare], class_sep=1.5, flip_y=0.01,
                               random_state=cfg.seed)
    X_tr, X_rest, y_tr, y_rest = train_test_split(
        X, y, test_size=0.4, stratify=y, random_state=cfg.seed)
    X_va, X_te, y_va, y_te = train_test_split(
        X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=cfg.seed)
    m, s = X_tr.mean(0), X_tr.std(0)
    return [((a - m) / s).astype(np.float32) for a in (X_tr, X_va, X_te)], [y_tr, y_va, y_te]


@torch.inference_mode()
def probabilities(net, X):
    net.eval()
    return torch.sigmoid(net(torch.from_numpy(X)).squeeze(-1)).numpy()


cfg = Config()
torch.manual_seed(cfg.seed)
(X_tr, X_va, X_te), (y_tr, y_va, y_te) = split(cfg)
print("positives:", [int(v.sum()) for v in (y_tr, y_va, y_te)])

# every class is drawn equally often; validation and test keep their natural share
weight_of_class = 1.0 / np.bincount(y_tr)
sampler = WeightedRandomSampler(torch.from_numpy(weight_of_class[y_tr]),
                                num_samples=len(y_tr), replacement=True)
train_loader = DataLoader(
    TensorDataset(torch.from_numpy(X_tr), torch.from_numpy(y_tr).float()),
    batch_size=cfg.batch, sampler=sampler)

net = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))
opt = torch.optim.AdamW(net.parameters(), lr=cfg.lr, weight_decay=1e-2)
bce = nn.BCEWithLogitsLoss()

best_ap, best_state = -1.0, None
for epoch in range(1, cfg.epochs + 1):
    net.train()
    for xb, yb in train_loader:
        opt.zero_grad(set_to_none=True)
        bce(net(xb).squeeze(-1), yb).backward()
        opt.step()
    ap = average_precision_score(y_va, probabilities(net, X_va))
    print(f"epoch {epoch:2d}  validation average precision {ap:.3f}")
    if ap > best_ap:
        best_ap = ap
        best_state = {k: v.clone() for k, v in net.state_dict().items()}

net.load_state_dict(best_state)
precision, recall, cuts = precision_recall_curve(y_va, probabilities(net, X_va))
f1 = 2 * precision[:-1] * recall[:-1] / np.maximum(precision[:-1] + recall[:-1], 1e-12)
cut = cuts[f1.argmax()]

p_test = probabilities(net, X_te)
print(f"threshold {cut:.3f} (from validation)")
print(f"test F1 {f1_score(y_te, p_test >= cut):.3f}  AP {average_precision_score(y_te, p_test):.3f}")
