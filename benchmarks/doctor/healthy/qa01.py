"""Small CNN on the 8x8 digits. Epoch picked on the validation rows, reported once on the test rows."""
import argparse
import copy
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def parse_args():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--patience", type=int, default=6)
    p.add_argument("--seed", type=int, default=17)
    p.add_argument("--out", type=Path, default=Path("out/qa01"))
    return p.parse_args()


def load_splits(seed):
    images, y = load_digits(return_X_y=True)
    # pixel range is 0..16 by construction of the data set, so this is no statistic of any split
    x = images.reshape(-1, 1, 8, 8).astype(np.float32) / 16.0
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=seed)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=seed)

    def wrap(a, b):
        return TensorDataset(torch.from_numpy(a), torch.from_numpy(b).long())

    return wrap(x_train, y_train), wrap(x_val, y_val), wrap(x_test, y_test)


def make_net():
    return nn.Sequential(
        nn.Conv2d(1, 24, 3, padding=1, bias=False), nn.BatchNorm2d(24), nn.ReLU(),
        nn.Conv2d(24, 48, 3, padding=1, bias=False), nn.BatchNorm2d(48), nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(48 * 4 * 4, 10),
    )


def train_one_epoch(net, loader, opt):
    net.train()
    total, seen = 0.0, 0
    for xb, yb in loader:
        opt.zero_grad(set_to_none=True)
        loss = F.cross_entropy(net(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(yb)
        seen += len(yb)
    return total / seen


@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    total, hits, seen = 0.0, 0, 0
    for xb, yb in loader:
        logits = net(xb)
        total += F.cross_entropy(logits, yb, reduction="sum").item()
        hits += (logits.argmax(dim=1) == yb).sum().item()
        seen += len(yb)
    return total / seen, hits / seen


def main():
    args = parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(2)
    train, val, test = load_splits(args.seed)
    train_loader = DataLoader(train, args.batch_size, shuffle=True)
    val_loader = DataLoader(val, 256)
    test_loader = DataLoader(test, 256)

    net = make_net()
    opt = torch.optim.AdamW(net.parameters(), lr=args.lr, weight_decay=1e-3)

    best_loss, best_state, best_epoch = float("inf"), None, -1
    for epoch in range(args.epochs):
        train_loss = train_one_epoch(net, train_loader, opt)
        val_loss, val_acc = evaluate(net, val_loader)
        print(f"epoch {epoch:2d}  train {train_loss:.4f}  val {val_loss:.4f}  acc {val_acc:.3f}")
        if val_loss < best_loss:
            best_loss, best_epoch = val_loss, epoch
            best_state = copy.deepcopy(net.state_dict())
        elif epoch - best_epoch >= args.patience:
            print("no better for", args.patience, "epochs, stopping")
            break

    net.load_state_dict(best_state)
    test_loss, test_acc = evaluate(net, test_loader)
    majority = torch.bincount(train.tensors[1]).argmax()
    base = (test.tensors[1] == majority).float().mean().item()
    print(f"test acc {test_acc:.3f} (majority class {base:.3f}), weights of epoch {best_epoch}")

    args.out.mkdir(parents=True, exist_ok=True)
    torch.save(best_state, args.out / "net.pt")
    (args.out / "result.json").write_text(json.dumps({"loss": test_loss, "acc": test_acc, "base": base}))


if __name__ == "__main__":
    main()
