"""Multi-label classification: several labels per row, thresholds chosen on the validation rows."""
import argparse
import copy
import math
from itertools import islice

import numpy as np
import torch
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=20)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--accumulate", type=int, default=2)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--seed", type=int, default=31)
    return p.parse_args()


def get_data(seed):
    X, Y = make_multilabel_classification(
        n_samples=2400, n_features=40, n_classes=6, n_labels=2, length=60, random_state=seed
    )
    X = np.log1p(X)
    X_rest, X_te, Y_rest, Y_te = train_test_split(X, Y, test_size=0.2, random_state=seed)
    X_tr, X_va, Y_tr, Y_va = train_test_split(X_rest, Y_rest, test_size=0.2, random_state=seed)
    scaler = StandardScaler().fit(X_tr)

    def pair(a, b):
        return torch.tensor(scaler.transform(a), dtype=torch.float32), torch.tensor(b, dtype=torch.float32)

    return pair(X_tr, Y_tr), pair(X_va, Y_va), pair(X_te, Y_te)


def groups(loader, size):
    it = iter(loader)
    while group := list(islice(it, size)):
        yield group


@torch.no_grad()
def logits_of(model, x):
    was_training = model.training
    model.eval()
    out = model(x)
    model.train(was_training)
    return out


def pick_thresholds(probs, gold):
    grid = np.linspace(0.1, 0.9, 33)
    return np.array([
        grid[np.argmax([f1_score(gold[:, k], (probs[:, k] >= t).astype(int), zero_division=0) for t in grid])]
        for k in range(gold.shape[1])
    ])


def main():
    a = parse()
    torch.manual_seed(a.seed)
    train, (Xv, Yv), (Xt, Yt) = get_data(a.seed)
    loader = DataLoader(TensorDataset(*train), batch_size=a.batch, shuffle=True)

    n_in, n_labels = train[0].shape[1], train[1].shape[1]
    # no sigmoid at the end: the loss and the evaluation each apply their own
    model = nn.Sequential(
        nn.Linear(n_in, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, n_labels)
    )
    share = train[1].mean(0).clamp(0.01, 0.99)
    criterion = nn.BCEWithLogitsLoss(pos_weight=(1 - share) / share, reduction="sum")
    optimizer = torch.optim.AdamW(model.parameters(), lr=a.lr, weight_decay=0.01)
    updates = math.ceil(len(loader) / a.accumulate) * a.epochs
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=a.lr, total_steps=updates)

    best_loss, best_state = math.inf, None
    for epoch in range(a.epochs):
        model.train()
        running = 0.0
        for group in groups(loader, a.accumulate):
            cells = sum(y.numel() for _, y in group)
            for x, y in group:
                loss = criterion(model(x), y) / cells
                loss.backward()
                running += loss.item() * cells
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad(set_to_none=True)

        val_loss = criterion(logits_of(model, Xv), Yv).item() / Yv.numel()
        if val_loss < best_loss:
            best_loss, best_state = val_loss, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch + 1:2d}  train {running / train[1].numel():.4f}  validation {val_loss:.4f}")

    model.load_state_dict(best_state)
    cut = pick_thresholds(torch.sigmoid(logits_of(model, Xv)).numpy(), Yv.numpy().astype(int))
    guess = torch.sigmoid(logits_of(model, Xt)).numpy() >= cut
    print("thresholds", np.round(cut, 2), " test macro F1", round(f1_score(Yt.numpy().astype(int), guess.astype(int), average="macro"), 3))


if __name__ == "__main__":
    main()
