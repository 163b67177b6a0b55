"""Wine quality-like classifier, keeps the weights of the best validation epoch."""
import argparse
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=60)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--hidden", type=int, default=256)
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--out", type=Path, default=Path("out/ip09"))
    return ap.parse_args()


def get_data(seed):
    x, y = make_classification(
        n_samples=900, n_features=40, n_informative=6, n_classes=3,
        n_clusters_per_class=2, flip_y=0.15, random_state=seed,
    )
    x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, test_size=0.4, stratify=y, random_state=seed)
    x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=seed)
    mu, sd = x_tr.mean(0), x_tr.std(0)

    def pack(a, b):
        return TensorDataset(torch.tensor((a - mu) / sd, dtype=torch.float32), torch.tensor(b, dtype=torch.long))

    return pack(x_tr, y_tr), pack(x_va, y_va), pack(x_te, y_te)


def train_epoch(model, loader, optimizer, loss_fn):
    model.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    return total / len(loader.dataset)


@torch.no_grad()
def evaluate(model, loader, loss_fn):
    model.eval()
    loss, hits = 0.0, 0
    for xb, yb in loader:
        out = model(xb)
        loss += loss_fn(out, yb).item() * len(xb)
        hits += (out.argmax(1) == yb).sum().item()
    n = len(loader.dataset)
    return loss / n, hits / n


def main():
    args = get_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)

    train_set, val_set, test_set = get_data(args.seed)
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=256)
    test_loader = DataLoader(test_set, batch_size=256)

    model = nn.Sequential(
        nn.Linear(40, args.hidden), nn.ReLU(),
        nn.Linear(args.hidden, args.hidden), nn.ReLU(),
        nn.Linear(args.hidden, 3),
    )
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

    best_loss, best_epoch, best_state = float("inf"), -1, None
    for epoch in range(args.epochs):
        tr = train_epoch(model, train_loader, optimizer, loss_fn)
        va, acc = evaluate(model, val_loader, loss_fn)
        if va < best_loss:
            best_loss, best_epoch = va, epoch
            best_state = model.state_dict()
        if epoch % 5 == 0:
            print(f"epoch {epoch:3d} train {tr:.3f} val {va:.3f} acc {acc:.3f}")

    print(f"best epoch {best_epoch}, val loss {best_loss:.3f}")
    model.load_state_dict(best_state)
    torch.save(best_state, args.out / "best.pt")
    loss, acc = evaluate(model, test_loader, loss_fn)
    print(f"test loss {loss:.3f} accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
