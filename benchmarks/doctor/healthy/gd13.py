"""Handwritten digits with a small residual MLP: gradient accumulation, one-cycle schedule, best-epoch weights."""
import copy
import math
import os
from dataclasses import dataclass

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    epochs: int = 30
    micro_batch: int = 16
    accumulate: int = 4
    max_lr: float = 5e-3
    weight_decay: float = 1e-2
    clip: float = 1.0
    seed: int = 40
    out: str = "out/gd13"


class Block(nn.Module):
    def __init__(self, width, p=0.1):
        super().__init__()
        self.f = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Dropout(p))

    def forward(self, x):
        return x + self.f(x)


def split(seed):
    x, y = load_digits(return_X_y=True)
    x = x / 16.0  # pixel range is fixed, nothing is estimated from the rows
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=seed)
    x_tr, x_va, y_tr, y_va = train_test_split(x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=seed)
    return [TensorDataset(torch.tensor(a, dtype=torch.float32), torch.tensor(b, dtype=torch.long))
            for a, b in ((x_tr, y_tr), (x_va, y_va), (x_test, y_test))]


@torch.inference_mode()
def evaluate(model, loader):
    model.eval()
    loss_sum, right, n = 0.0, 0, 0
    for x, y in loader:
        logits = model(x)
        loss_sum += nn.functional.cross_entropy(logits, y, reduction="sum").item()
        right += (logits.argmax(dim=1) == y).sum().item()
        n += len(y)
    return loss_sum / n, right / n


def train_one_epoch(model, loader, criterion, optimizer, scheduler, cfg):
    model.train()
    batches = list(loader)
    # groups of micro batches; the last group of an epoch may be shorter, so weigh by rows
    for start in range(0, len(batches), cfg.accumulate):
        group = batches[start:start + cfg.accumulate]
        rows = sum(len(y) for _, y in group)
        for x, y in group:
            loss = criterion(model(x), y) / rows
            loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), cfg.clip)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    train_set, val_set, test_set = split(cfg.seed)
    train_loader = DataLoader(train_set, batch_size=cfg.micro_batch, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=256)
    test_loader = DataLoader(test_set, batch_size=256)

    model = nn.Sequential(nn.Linear(64, 96), Block(96), Block(96), nn.LayerNorm(96), nn.Linear(96, 10))
    criterion = nn.CrossEntropyLoss(label_smoothing=0.05, reduction="sum")
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.max_lr, weight_decay=cfg.weight_decay)
    steps_per_epoch = math.ceil(len(train_loader) / cfg.accumulate)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=cfg.max_lr,
                                                    total_steps=cfg.epochs * steps_per_epoch)

    best_loss, best_state = math.inf, None
    for epoch in range(cfg.epochs):
        train_one_epoch(model, train_loader, criterion, optimizer, scheduler, cfg)
        val_loss, val_acc = evaluate(model, val_loader)
        if val_loss < best_loss:
            best_loss, best_state = val_loss, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch:2d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")

    model.load_state_dict(best_state)
    test_loss, test_acc = evaluate(model, test_loader)
    print(f"test loss {test_loss:.4f}  test acc {test_acc:.3f}")
    os.makedirs(cfg.out, exist_ok=True)
    torch.save(model.state_dict(), os.path.join(cfg.out, "digits.pt"))


if __name__ == "__main__":
    main()
