"""Digits with a small MLP. Config as a dataclass, best epoch by validation loss, one look at the test rows."""
import copy
import math
from dataclasses import dataclass
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass(frozen=True)
class Config:
    seed: int = 11
    hidden: int = 96
    dropout: float = 0.2
    batch_size: int = 64
    epochs: int = 25
    peak_lr: float = 3e-3
    weight_decay: float = 1e-2
    out_dir: Path = Path("out/qc01")


def make_splits(seed):
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")  # pixels are 0..16 by definition of the data set
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=seed)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=seed
    )
    as_set = lambda a, b: TensorDataset(torch.from_numpy(a), torch.from_numpy(b).long())
    return as_set(x_train, y_train), as_set(x_val, y_val), as_set(x_test, y_test)


class MLP(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(64, cfg.hidden), nn.GELU(), nn.Dropout(cfg.dropout),
            nn.Linear(cfg.hidden, cfg.hidden), nn.GELU(), nn.Dropout(cfg.dropout),
            nn.Linear(cfg.hidden, 10),
        )

    def forward(self, x):
        return self.net(x)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    total, correct, n = 0.0, 0, 0
    for x, y in loader:
        logits = model(x)
        total += nn.functional.cross_entropy(logits, y, reduction="sum").item()
        correct += (logits.argmax(1) == y).sum().item()
        n += len(y)
    return total / n, correct / n


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    train_set, val_set, test_set = make_splits(cfg.seed)
    train_loader = DataLoader(train_set, batch_size=cfg.batch_size, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=512)
    test_loader = DataLoader(test_set, batch_size=512)

    model = MLP(cfg)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.peak_lr, weight_decay=cfg.weight_decay)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=cfg.peak_lr, epochs=cfg.epochs, steps_per_epoch=len(train_loader)
    )
    best_loss, best_state, best_epoch = math.inf, None, -1
    for epoch in range(cfg.epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad(set_to_none=True)
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step()  # one-cycle advances with every batch
        val_loss, val_acc = evaluate(model, val_loader)
        if val_loss < best_loss:
            best_loss, best_epoch = val_loss, epoch
            best_state = copy.deepcopy(model.state_dict())
        print(f"epoch {epoch:2d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")

    model.load_state_dict(best_state)
    test_loss, test_acc = evaluate(model, test_loader)
    print(f"epoch {best_epoch} kept; test loss {test_loss:.4f}, test acc {test_acc:.3f}")
    cfg.out_dir.mkdir(parents=True, exist_ok=True)
    torch.save(best_state, cfg.out_dir / "mlp.pt")


if __name__ == "__main__":
    main()
