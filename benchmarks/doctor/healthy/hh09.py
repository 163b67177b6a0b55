"""Stratified cross-validation to choose the width, then one look at a held-out test set."""
import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler


def fit_one(X, y, hidden, epochs, lr, seed):
    """A new scaler, net and optimizer at every call."""
    torch.manual_seed(seed)
    scaler = StandardScaler().fit(X)
    inputs = torch.from_numpy(scaler.transform(X))
    targets = torch.from_numpy(y)
    net = nn.Sequential(nn.Linear(X.shape[1], hidden), nn.ReLU(),
                        nn.Dropout(0.2), nn.Linear(hidden, 10))
    optimizer = torch.optim.AdamW(net.parameters(), lr=lr)
    batches_per_epoch = -(-len(X) // 64)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=lr, total_steps=epochs * batches_per_epoch)

    net.train()
    for _ in range(epochs):
        for rows in torch.randperm(len(inputs)).split(64):
            loss = F.cross_entropy(net(inputs[rows]), targets[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
    return scaler, net


@torch.no_grad()
def score(scaler, net, X, y):
    net.eval()
    logits = net(torch.from_numpy(scaler.transform(X)))
    return float((logits.argmax(1).numpy() == y).mean())


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--widths", type=int, nargs="+", default=[16, 64])
    ap.add_argument("--epochs", type=int, default=25)
    ap.add_argument("--lr", type=float, default=5e-3)
    args = ap.parse_args()

    X, y = load_digits(return_X_y=True)
    X, y = X.astype(np.float32), y.astype(np.int64)
    X_dev, X_test, y_dev, y_test = train_test_split(
        X, y, test_size=0.2, stratify=y, random_state=1)

    skf = StratifiedKFold(n_splits=4, shuffle=True, random_state=1)
    means = {}
    for width in args.widths:
        scores = []
        for fold, (tr, va) in enumerate(skf.split(X_dev, y_dev)):
            scaler, net = fit_one(X_dev[tr], y_dev[tr], width, args.epochs, args.lr, seed=fold)
            scores.append(score(scaler, net, X_dev[va], y_dev[va]))
        means[width] = np.mean(scores)
        print(f"width {width:3d}: {np.mean(scores):.4f} +- {np.std(scores):.4f}")

    best = max(means, key=means.get)
    scaler, net = fit_one(X_dev, y_dev, best, args.epochs, args.lr, seed=99)
    print(f"chosen width {best}, test accuracy {score(scaler, net, X_test, y_test):.4f}")


if __name__ == "__main__":
    main()
