"""Digits, 4-fold CNN. Stage 1 trains the folds, stage 2 reads the fold models back and makes OOF + test predictions."""
import os
import random

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import StratifiedKFold, train_test_split
from torch.utils.data import DataLoader, TensorDataset


class CFG:
    seed = 42
    n_folds = 4
    epochs = 12
    bs = 32
    lr = 2e-3
    wd = 1e-4
    model_name = "smallcnn"
    out_dir = "out/dc01"


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class SmallCNN(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(24, 48, 3, padding=1), nn.BatchNorm2d(48), nn.ReLU(),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        )
        self.drop = nn.Dropout(0.2)
        self.fc = nn.Linear(48, n_classes)

    def forward(self, x):
        return self.fc(self.drop(self.body(x)))


def make_loader(x, y, train):
    ds = TensorDataset(torch.from_numpy(x), torch.from_numpy(y))
    return DataLoader(ds, batch_size=CFG.bs, shuffle=train)


def weight_path(fold):
    return os.path.join(CFG.out_dir, f"{CFG.model_name}_seed{CFG.seed}.pth")


def train_fold(fold, x, y, trn_idx):
    seed_everything(CFG.seed + fold)
    model = SmallCNN()
    loader = make_loader(x[trn_idx], y[trn_idx], train=True)
    opt = torch.optim.AdamW(model.parameters(), lr=CFG.lr, weight_decay=CFG.wd)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=CFG.epochs * len(loader))
    crit = nn.CrossEntropyLoss()
    for epoch in range(CFG.epochs):
        model.train()
        running = 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = crit(model(xb), yb)
            loss.backward()
            opt.step()
            sched.step()
            running += loss.item() * len(xb)
    print(f"fold {fold}: last train loss {running / len(trn_idx):.4f}")
    torch.save(model.state_dict(), weight_path(fold))


@torch.no_grad()
def infer(fold, x):
    model = SmallCNN()
    model.load_state_dict(torch.load(weight_path(fold)))
    model.eval()
    loader = make_loader(x, np.zeros(len(x), dtype=np.int64), train=False)
    return np.concatenate([model(xb).softmax(1).numpy() for xb, _ in loader])


if __name__ == "__main__":
    os.makedirs(CFG.out_dir, exist_ok=True)
    digits = load_digits()
    X = (digits.images / 16.0).astype(np.float32)[:, None]
    Y = digits.target.astype(np.int64)
    X, X_test, Y, Y_test = train_test_split(X, Y, test_size=0.25, stratify=Y, random_state=CFG.seed)

    skf = StratifiedKFold(n_splits=CFG.n_folds, shuffle=True, random_state=CFG.seed)
    folds = list(skf.split(X, Y))
    for f, (trn, val) in enumerate(folds):
        train_fold(f, X, Y, trn)

    oof = np.zeros((len(X), 10), dtype=np.float32)
    test = np.zeros((len(X_test), 10), dtype=np.float32)
    for f, (trn, val) in enumerate(folds):
        oof[val] = infer(f, X[val])
        test += infer(f, X_test) / CFG.n_folds

    print(f"OOF  acc {accuracy_score(Y, oof.argmax(1)):.4f}  logloss {log_loss(Y, oof):.4f}")
    print(f"test acc {accuracy_score(Y_test, test.argmax(1)):.4f}  logloss {log_loss(Y_test, test):.4f}")
