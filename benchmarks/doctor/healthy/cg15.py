"""Digits with a small CNN: log-softmax + NLL, accumulated gradients, one-cycle schedule.

The rows are split into train / validation / test; the validation rows choose the epoch,
the test rows are looked at once, at the end.
"""
import copy
import math
from dataclasses import dataclass
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    epochs: int = 15
    micro_batch: int = 25
    accumulate: int = 3
    max_lr: float = 5e-3
    weight_decay: float = 1e-3
    seed: int = 0
    out: Path = Path("out/cg15")


class DigitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(inplace=True),
            nn.Conv2d(16, 32, 3, padding=1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 4 * 4, 10))

    def forward(self, x):
        return F.log_softmax(self.head(self.features(x)), dim=-1)


def as_dataset(images, targets):
    x = torch.tensor(images, dtype=torch.float32).unsqueeze(1) / 16.0
    return TensorDataset(x, torch.tensor(targets, dtype=torch.long))


def accuracy(model, loader):
    was_training = model.training
    model.eval()
    hits = total = 0
    with torch.inference_mode():
        for x, y in loader:
            hits += (model(x).argmax(dim=-1) == y).sum().item()
            total += y.numel()
    model.train(was_training)
    return hits / total


def main(cfg: Config):
    torch.manual_seed(cfg.seed)
    cfg.out.mkdir(parents=True, exist_ok=True)

    digits = load_digits()
    x_rest, x_test, y_rest, y_test = train_test_split(
        digits.images, digits.target, test_size=0.2, stratify=digits.target, random_state=cfg.seed
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=cfg.seed
    )
    train_loader = DataLoader(
        as_dataset(x_train, y_train), batch_size=cfg.micro_batch, shuffle=True, drop_last=True
    )
    val_loader = DataLoader(as_dataset(x_val, y_val), batch_size=256)
    test_loader = DataLoader(as_dataset(x_test, y_test), batch_size=256)

    model = DigitNet()
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.max_lr, weight_decay=cfg.weight_decay)
    updates_per_epoch = math.ceil(len(train_loader) / cfg.accumulate)
    sched = torch.optim.lr_scheduler.OneCycleLR(
        opt, max_lr=cfg.max_lr, total_steps=cfg.epochs * updates_per_epoch
    )

    best_acc, best_state = -1.0, None
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        opt.zero_grad()
        loss_sum, seen = 0.0, 0
        for i, (x, y) in enumerate(train_loader):
            start = i - i % cfg.accumulate
            group = min(cfg.accumulate, len(train_loader) - start)
            loss = F.nll_loss(model(x), y)
            (loss / group).backward()
            loss_sum += loss.item() * len(y)
            seen += len(y)
            if i == start + group - 1:
                opt.step()
                sched.step()
                opt.zero_grad()
        val_acc = accuracy(model, val_loader)
        print(f"epoch {epoch:2d}  loss {loss_sum / seen:.4f}  val acc {val_acc:.4f}")
        if val_acc > best_acc:
            best_acc, best_state = val_acc, copy.deepcopy(model.state_dict())

    model.load_state_dict(best_state)
    torch.save(best_state, cfg.out / "digits.pt")
    print(f"best val acc {best_acc:.4f}, test acc {accuracy(model, test_loader):.4f}")


if __name__ == "__main__":
    main(Config())
