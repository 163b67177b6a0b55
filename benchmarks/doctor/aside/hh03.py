"""5-fold cross-validation of an MLP on tabular data."""
import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler


class MLP(nn.Module):
    def __init__(self, n_in, hidden, n_out):
        super().__init__()
        self.fc1 = nn.Linear(n_in, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, n_out)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.out(x)


def train(model, optimizer, X, y, epochs, batch_size):
    model.train()
    for _ in range(epochs):
        order = torch.randperm(len(X))
        for start in range(0, len(X), batch_size):
            rows = order[start:start + batch_size]
            optimizer.zero_grad()
            loss = F.cross_entropy(model(X[rows]), y[rows])
            loss.backward()
            optimizer.step()
    return loss.item()


@torch.no_grad()
def evaluate(model, X, y):
    model.eval()
    return (model(X).argmax(1) == y).float().mean().item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch-size", type=int, default=32)
    args = parser.parse_args()

    torch.manual_seed(0)
    X, y = make_classification(n_samples=800, n_features=20, n_informative=6,
                               n_classes=2, flip_y=0.25, random_state=0)
    X = X.astype(np.float32)

    model = MLP(X.shape[1], args.hidden, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    skf = StratifiedKFold(n_splits=args.folds, shuffle=True, random_state=0)

    scores = []
    for fold, (tr, va) in enumerate(skf.split(X, y), start=1):
        scaler = StandardScaler().fit(X[tr])
        X_tr = torch.from_numpy(scaler.transform(X[tr]))
        X_va = torch.from_numpy(scaler.transform(X[va]))
        y_tr, y_va = torch.from_numpy(y[tr]).long(), torch.from_numpy(y[va]).long()

        loss = train(model, optimizer, X_tr, y_tr, args.epochs, args.batch_size)
        acc = evaluate(model, X_va, y_va)
        scores.append(acc)
        print(f"fold {fold}: last loss {loss:.3f}, accuracy {acc:.3f}")

    print(f"cross-validated accuracy {np.mean(scores):.3f} +- {np.std(scores):.3f}")


if __name__ == "__main__":
    main()
