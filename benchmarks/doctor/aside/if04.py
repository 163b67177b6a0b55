#!/usr/bin/env python
import argparse
import os

import torch
from sklearn.datasets import make_moons
from sklearn.model_selection import train_test_split
from torch import nn


def get_args():
    p = argparse.ArgumentParser(description="Train an MLP on noisy moons with early stopping")
    p.add_argument("--hidden", type=int, default=256)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--epochs", type=int, default=300)
    p.add_argument("--patience", type=int, default=60)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--out", default="out/if04")
    return p.parse_args()


def load_data(seed):
    X, y = make_moons(n_samples=900, noise=0.4, random_state=seed)
    X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, train_size=150, stratify=y, random_state=seed)
    X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.6, stratify=y_rest, random_state=seed)
    mean, std = X_tr.mean(0), X_tr.std(0)

    def pack(a, b):
        return torch.tensor((a - mean) / std, dtype=torch.float32), torch.tensor(b, dtype=torch.long)

    return pack(X_tr, y_tr), pack(X_va, y_va), pack(X_te, y_te)


def build(hidden):
    return nn.Sequential(
        nn.Linear(2, hidden), nn.ReLU(),
        nn.Linear(hidden, hidden), nn.ReLU(),
        nn.Linear(hidden, 2),
    )


@torch.no_grad()
def score(model, data, loss_fn):
    model.eval()
    x, y = data
    logits = model(x)
    return loss_fn(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def main():
    args = get_args()
    os.makedirs(args.out, exist_ok=True)
    torch.manual_seed(args.seed)
    train, val, test = load_data(args.seed)

    model = build(args.hidden)
    loss_fn = nn.CrossEntropyLoss()
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)

    best_loss, best_epoch, best_weights = float("inf"), -1, None
    for epoch in range(args.epochs):
        model.train()
        for idx in torch.randperm(len(train[1])).split(32):
            opt.zero_grad()
            loss_fn(model(train[0][idx]), train[1][idx]).backward()
            opt.step()

        val_loss, val_acc = score(model, val, loss_fn)
        if val_loss < best_loss:
            best_loss, best_epoch = val_loss, epoch
            best_weights = model.state_dict()
        elif epoch - best_epoch >= args.patience:
            print(f"no improvement for {args.patience} epochs, stopping at {epoch}")
            break
        if epoch % 20 == 0:
            print(f"{epoch:4d}  val loss {val_loss:.3f}  val acc {val_acc:.3f}")

    model.load_state_dict(best_weights)
    print(f"best epoch {best_epoch}, val loss there {best_loss:.3f}")
    print("val  loss/acc of the restored model: %.3f %.3f" % score(model, val, loss_fn))
    print("test loss/acc of the restored model: %.3f %.3f" % score(model, test, loss_fn))
    torch.save(model.state_dict(), os.path.join(args.out, "best.pt"))


if __name__ == "__main__":
    main()
