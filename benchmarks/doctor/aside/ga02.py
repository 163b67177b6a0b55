import argparse

import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from torch import nn


class MLP(nn.Module):
    """Fully connected net whose depth can be set from the command line."""

    def __init__(self, n_in, hidden, depth):
        super().__init__()
        sizes = [n_in] + [hidden] * depth
        self.layers = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            self.layers.append(nn.Linear(a, b))
            self.layers.append(nn.ReLU())
        self.layers.append(nn.Linear(hidden, 1))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x.squeeze(-1)


def get_data(seed):
    X, y = load_breast_cancer(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.25, random_state=seed, stratify=y)
    mean, std = X_tr.mean(0), X_tr.std(0)
    X_tr = ((X_tr - mean) / std).astype(np.float32)
    X_va = ((X_va - mean) / std).astype(np.float32)
    return (torch.from_numpy(X_tr), torch.from_numpy(y_tr.astype(np.float32)),
            torch.from_numpy(X_va), torch.from_numpy(y_va.astype(np.float32)))


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--depth", type=int, default=3)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def main():
    args = parse()
    torch.manual_seed(args.seed)
    X_tr, y_tr, X_va, y_va = get_data(args.seed)

    model = MLP(X_tr.shape[1], args.hidden, args.depth)
    loss_fn = nn.BCEWithLogitsLoss()
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        order = torch.randperm(len(X_tr))
        for chunk in order.split(args.batch_size):
            opt.zero_grad()
            loss = loss_fn(model(X_tr[chunk]), y_tr[chunk])
            loss.backward()
            opt.step()

        model.eval()
        with torch.no_grad():
            logits = model(X_va)
            val_loss = loss_fn(logits, y_va).item()
            val_acc = ((logits > 0).float() == y_va).float().mean().item()
        if (epoch + 1) % 5 == 0:
            print(f"{epoch + 1:3d} val loss {val_loss:.4f} val acc {val_acc:.3f}")


if __name__ == "__main__":
    main()
