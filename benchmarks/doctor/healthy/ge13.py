"""Digits with a small CNN: gradient accumulation, one-cycle schedule, best weights kept in memory."""
import argparse
import copy
import math
import random

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, width=24, classes=10):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1, bias=False),
            nn.GroupNorm(4, width),
            nn.GELU(),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1, bias=False),
            nn.GroupNorm(4, 2 * width),
            nn.GELU(),
            nn.AdaptiveAvgPool2d(2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(8 * width, classes))

    def forward(self, x):
        return self.head(self.body(x))


def seed_all(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def make_splits(seed):
    bunch = load_digits()
    x = (bunch.images / 16.0).astype(np.float32)[:, None]
    y = bunch.target.astype(np.int64)
    x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, test_size=0.3, stratify=y, random_state=seed)
    x_va, x_te, y_va, y_te = train_test_split(
        x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=seed
    )
    pairs = [(x_tr, y_tr), (x_va, y_va), (x_te, y_te)]
    return [TensorDataset(torch.from_numpy(a), torch.from_numpy(b)) for a, b in pairs]


@torch.no_grad()
def score(model, loader):
    was_training = model.training
    model.eval()
    loss_sum, hits, n = 0.0, 0, 0
    for x, y in loader:
        logits = model(x)
        loss_sum += F.cross_entropy(logits, y, reduction="sum").item()
        hits += (logits.argmax(dim=1) == y).sum().item()
        n += y.numel()
    model.train(was_training)
    return loss_sum / n, hits / n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--micro-batch", type=int, default=16)
    ap.add_argument("--accumulate", type=int, default=4)
    ap.add_argument("--max-lr", type=float, default=1e-2)
    ap.add_argument("--seed", type=int, default=17)
    a = ap.parse_args()

    seed_all(a.seed)
    train_set, val_set, test_set = make_splits(a.seed)
    train_loader = DataLoader(train_set, batch_size=a.micro_batch, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=256)
    test_loader = DataLoader(test_set, batch_size=256)

    group = a.micro_batch * a.accumulate
    updates_per_epoch = math.ceil(len(train_set) / group)

    model = Net()
    optimizer = torch.optim.AdamW(model.parameters(), lr=a.max_lr, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=a.max_lr, total_steps=a.epochs * updates_per_epoch
    )

    best_loss, best_state = float("inf"), None
    model.train()
    for epoch in range(a.epochs):
        optimizer.zero_grad()
        for i, (x, y) in enumerate(train_loader):
            # the last group of an epoch is smaller: divide by the rows that it really has
            first_row = (i // a.accumulate) * group
            rows = min(group, len(train_set) - first_row)
            loss = F.cross_entropy(model(x), y, reduction="sum") / rows
            loss.backward()
            if (i + 1) % a.accumulate == 0 or i + 1 == len(train_loader):
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()

        val_loss, val_acc = score(model, val_loader)
        if val_loss < best_loss:
            best_loss, best_state = val_loss, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch + 1:2d}: val loss {val_loss:.4f}, accuracy {val_acc:.4f}")

    model.load_state_dict(best_state)
    test_loss, test_acc = score(model, test_loader)
    print(f"test with the best weights: loss {test_loss:.4f}, accuracy {test_acc:.4f}")


if __name__ == "__main__":
    main()
