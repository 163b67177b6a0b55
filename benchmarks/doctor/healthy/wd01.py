#!/usr/bin/env python
"""Small convnet on the 8x8 digits. Early stopping on validation accuracy, one look at the test rows."""
import argparse
import copy
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--patience", type=int, default=6)
    p.add_argument("--seed", type=int, default=11)
    p.add_argument("--out", type=Path, default=Path("out/wd01"))
    return p.parse_args()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 16, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(16)
        self.c2 = nn.Conv2d(16, 32, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(32)
        self.drop = nn.Dropout(0.2)
        self.fc = nn.Linear(32 * 4, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.b1(self.c1(x))), 2)   # 8 -> 4
        x = F.max_pool2d(F.relu(self.b2(self.c2(x))), 2)   # 4 -> 2
        return self.fc(self.drop(x.flatten(1)))


@torch.no_grad()
def accuracy(net, loader):
    net.eval()
    hit = n = 0
    for x, y in loader:
        hit += (net(x).argmax(1) == y).sum().item()
        n += len(y)
    return hit / n


def main():
    a = get_args()
    torch.manual_seed(a.seed)
    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype(np.float32).reshape(-1, 1, 8, 8)
    idx_fit, idx_test = train_test_split(np.arange(len(y)), test_size=0.2, stratify=y, random_state=a.seed)
    idx_train, idx_val = train_test_split(idx_fit, test_size=0.2, stratify=y[idx_fit], random_state=a.seed)

    def loader(idx, shuffle):
        ds = TensorDataset(torch.from_numpy(X[idx]), torch.from_numpy(y[idx]).long())
        return DataLoader(ds, batch_size=a.batch_size, shuffle=shuffle)

    train, val, test = loader(idx_train, True), loader(idx_val, False), loader(idx_test, False)
    net = Net()
    opt = torch.optim.AdamW(net.parameters(), lr=a.lr, weight_decay=1e-3)
    best, best_state, bad = -1.0, None, 0
    for epoch in range(1, a.epochs + 1):
        net.train()
        total = seen = 0
        for x, t in train:
            opt.zero_grad()
            loss = F.cross_entropy(net(x), t)
            loss.backward()
            opt.step()
            total += loss.item() * len(t)
            seen += len(t)
        acc = accuracy(net, val)
        print(f"epoch {epoch:2d}  loss {total / seen:.4f}  val acc {acc:.4f}")
        if acc > best:
            best, best_state, bad = acc, copy.deepcopy(net.state_dict()), 0
        else:
            bad += 1
            if bad >= a.patience:
                break
    net.load_state_dict(best_state)
    majority = np.mean(y[idx_test] == np.bincount(y[idx_train]).argmax())
    print(f"test acc {accuracy(net, test):.4f}  (majority class {majority:.4f})")
    a.out.mkdir(parents=True, exist_ok=True)
    torch.save(best_state, a.out / "net.pt")


if __name__ == "__main__":
    main()
