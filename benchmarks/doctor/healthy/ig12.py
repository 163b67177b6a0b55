"""Rare events (about 6 %): balanced drawing of training rows, focal loss, a threshold from validation rows."""
import copy
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler


@dataclass
class Config:
    rows: int = 8000
    features: int = 12
    batch: int = 128
    epochs: int = 15
    lr: float = 3e-3
    gamma: float = 1.5
    seed: int = 13


cfg = Config()
torch.manual_seed(cfg.seed)
torch.set_num_threads(2)
rng = np.random.default_rng(cfg.seed)

x = rng.normal(size=(cfg.rows, cfg.features)).astype(np.float32)
signal = 1.5 * x[:, 0] * x[:, 1] + 1.2 * x[:, 2] + np.abs(x[:, 3]) - x[:, 4] + 0.5 * rng.normal(size=cfg.rows)
y = (signal > np.quantile(signal, 0.94)).astype(np.float32)

order = rng.permutation(cfg.rows)
cut = np.split(order, [int(0.6 * cfg.rows), int(0.8 * cfg.rows)])
train, val, test = (TensorDataset(torch.from_numpy(x[i]), torch.from_numpy(y[i])) for i in cut)

y_train = train.tensors[1].long()
weights = (1.0 / torch.bincount(y_train).double())[y_train]
sampler = WeightedRandomSampler(weights, num_samples=len(train), replacement=True)
train_loader = DataLoader(train, batch_size=cfg.batch, sampler=sampler)  # the sampler already shuffles


def focal(logits, labels, gamma):
    # no class factor here: the sampler has balanced the classes
    ce = F.binary_cross_entropy_with_logits(logits, labels, reduction="none")
    return ((1 - torch.exp(-ce)) ** gamma * ce).mean()


class Detector(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(n, 64), nn.SiLU(), nn.Dropout(0.1), nn.Linear(64, 64), nn.SiLU(),
                                 nn.Linear(64, 1))

    def forward(self, x):
        return self.seq(x).squeeze(-1)


def predict(model, ds):
    model.eval()
    with torch.inference_mode():
        return torch.sigmoid(model(ds.tensors[0])).numpy()


def main():
    model = Detector(cfg.features)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
    # ReduceLROnPlateau looks at average precision, which should grow
    sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="max", factor=0.5, patience=2)
    y_val, y_test = val.tensors[1].numpy(), test.tensors[1].numpy()
    best_ap, best = -1.0, None
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        for xb, yb in train_loader:
            opt.zero_grad()
            focal(model(xb), yb, cfg.gamma).backward()
            opt.step()
        ap = average_precision_score(y_val, predict(model, val))  # natural share of events
        sched.step(ap)
        print(f"epoch {epoch:2d}  validation average precision {ap:.3f}")
        if ap > best_ap:
            best_ap, best = ap, copy.deepcopy(model.state_dict())
    model.load_state_dict(best)

    p_val = predict(model, val)
    precision, recall, thresholds = precision_recall_curve(y_val, p_val)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    # the last point of the curve has no threshold
    threshold = thresholds[np.argmax(f1[:-1])]
    p_test = predict(model, test)
    print(f"threshold {threshold:.3f} (validation F1 {f1[:-1].max():.3f})")
    print(f"test: average precision {average_precision_score(y_test, p_test):.3f}, "
          f"F1 {f1_score(y_test, (p_test >= threshold).astype(np.float32)):.3f}, share of events {y_test.mean():.3f}")


if __name__ == "__main__":
    main()
