"""Breast cancer playground: 5 folds, EMA weights, blend of the fold models for the hold-out set."""
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class CFG:
    folds: int = 5
    epochs: int = 30
    batch: int = 32
    max_lr: float = 4e-3
    weight_decay: float = 1e-2
    ema: float = 0.95
    seed: int = 2023
    out: Path = Path("out/gg13")


class ResidualMLP(nn.Module):
    def __init__(self, d_in, width=64, p=0.2):
        super().__init__()
        self.inp = nn.Linear(d_in, width)
        self.blocks = nn.ModuleList([
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Dropout(p))
            for _ in range(2)
        ])
        self.head = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 1))

    def forward(self, x):
        x = self.inp(x)
        for block in self.blocks:
            x = x + block(x)
        return self.head(x).squeeze(-1)


def to_tensor(a):
    return torch.as_tensor(np.ascontiguousarray(a), dtype=torch.float32)


def fit_fold(x, y, cfg, seed):
    torch.manual_seed(seed)
    # the last incomplete batch is skipped; other rows fall into it in the next epoch
    dl = DataLoader(TensorDataset(to_tensor(x), to_tensor(y)), batch_size=cfg.batch, shuffle=True, drop_last=True)
    model = ResidualMLP(x.shape[1])
    averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(cfg.ema))
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.max_lr, weight_decay=cfg.weight_decay)
    sched = OneCycleLR(opt, max_lr=cfg.max_lr, total_steps=cfg.epochs * len(dl))
    loss_fn = nn.BCEWithLogitsLoss()

    model.train()  # nothing below switches this network to eval, only the averaged copy is used for predictions
    for _ in range(cfg.epochs):
        for xb, yb in dl:
            loss = loss_fn(model(xb), yb)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            opt.zero_grad()
            sched.step()
            averaged.update_parameters(model)
    return averaged.eval()


@torch.inference_mode()
def proba(model, x):
    return torch.sigmoid(model(to_tensor(x))).numpy()


def main(cfg=CFG()):
    cfg.out.mkdir(parents=True, exist_ok=True)
    X, y = load_breast_cancer(return_X_y=True)
    X, X_hold, y, y_hold = train_test_split(X, y, test_size=0.2, stratify=y, random_state=cfg.seed)

    oof = np.zeros(len(X))
    blend = np.zeros(len(X_hold))
    folds = StratifiedKFold(cfg.folds, shuffle=True, random_state=cfg.seed)
    for k, (tr, va) in enumerate(folds.split(X, y)):
        scaler = StandardScaler().fit(X[tr])
        model = fit_fold(scaler.transform(X[tr]), y[tr], cfg, seed=cfg.seed + k)
        oof[va] = proba(model, scaler.transform(X[va]))
        blend += proba(model, scaler.transform(X_hold)) / cfg.folds
        print(f"fold {k}: auc {roc_auc_score(y[va], oof[va]):.4f} logloss {log_loss(y[va], oof[va]):.4f}")

    report = {
        "oof_auc": roc_auc_score(y, oof),
        "oof_logloss": log_loss(y, oof),
        "holdout_auc": roc_auc_score(y_hold, blend),
        "holdout_logloss": log_loss(y_hold, blend),
    }
    print(json.dumps({k: round(float(v), 4) for k, v in report.items()}, indent=2))
    np.savetxt(cfg.out / "holdout.csv", blend, header="probability", comments="")


if __name__ == "__main__":
    main()
