import argparse
import os

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.utils import resample
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    ap = argparse.ArgumentParser(description="Machine failures within a week (rare)")
    ap.add_argument("--epochs", type=int, default=40)
    ap.add_argument("--batch-size", type=int, default=64)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=13)
    ap.add_argument("--out", default="out/cf12")
    return ap.parse_args()


def sensor_table(seed):
    return make_classification(n_samples=2500, n_features=16, n_informative=4, n_redundant=0,
                               weights=[0.93], class_sep=0.6, flip_y=0.06, random_state=seed)


def upsample_minority(X, y, seed):
    """Repeat the failures until both classes are of the same size."""
    pos, neg = X[y == 1], X[y == 0]
    pos_up = resample(pos, replace=True, n_samples=len(neg), random_state=seed)
    X = np.concatenate([neg, pos_up])
    y = np.concatenate([np.zeros(len(neg)), np.ones(len(pos_up))]).astype(np.int64)
    order = np.random.default_rng(seed).permutation(len(X))
    return X[order], y[order]


def tensors(X, y):
    return TensorDataset(torch.as_tensor(X, dtype=torch.float32), torch.as_tensor(y))


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)

    X, y = sensor_table(args.seed)
    print("failures:", y.sum(), "of", len(y))
    X, y = upsample_minority(X, y, args.seed)

    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, stratify=y, random_state=args.seed)
    scaler = StandardScaler()
    X_tr = scaler.fit_transform(X_tr)
    X_te = scaler.transform(X_te)

    loader = DataLoader(tensors(X_tr, y_tr), batch_size=args.batch_size, shuffle=True)
    model = nn.Sequential(nn.Linear(16, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2))
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    crit = nn.CrossEntropyLoss()

    for epoch in range(1, args.epochs + 1):
        model.train()
        total = 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = crit(model(xb), yb)
            loss.backward()
            opt.step()
            total += loss.item() * len(xb)
        if epoch % 10 == 0:
            print(f"epoch {epoch}: train loss {total / len(X_tr):.4f}")

    model.eval()
    with torch.no_grad():
        pred = model(torch.as_tensor(X_te, dtype=torch.float32)).argmax(1).numpy()
    report = classification_report(y_te, pred, target_names=["ok", "failure"], digits=3)
    print(report)
    with open(os.path.join(args.out, "report.txt"), "w") as f:
        f.write(report)


if __name__ == "__main__":
    main()
