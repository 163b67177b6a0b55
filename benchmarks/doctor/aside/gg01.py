"""Student churn challenge - 5 fold OOF with a small MLP."""
import os
import random

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

OUT = "out/gg01"
SEED = 42
N_FOLDS = 5
EPOCHS = 20
BS = 32


def seed_all(s):
    random.seed(s)
    np.random.seed(s)
    torch.manual_seed(s)


class Net(nn.Module):
    def __init__(self, n_in, hidden=128):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_in, hidden), nn.ReLU(),
            nn.Linear(hidden, hidden), nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, x):
        return self.body(x).squeeze(1)


def loader(x, y, train):
    ds = TensorDataset(torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32))
    return DataLoader(ds, batch_size=BS, shuffle=train)


def train_epoch(model, dl, opt, crit):
    model.train()
    total = 0.0
    for xb, yb in dl:
        opt.zero_grad()
        loss = crit(model(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(xb)
    return total / len(dl.dataset)


@torch.no_grad()
def predict(model, dl):
    model.eval()
    return np.concatenate([torch.sigmoid(model(xb)).numpy() for xb, _ in dl])


def main():
    seed_all(SEED)
    os.makedirs(OUT, exist_ok=True)
    X, y = make_classification(n_samples=800, n_features=40, n_informative=6, n_redundant=4,
                               flip_y=0.15, class_sep=0.7, random_state=SEED)

    model = Net(X.shape[1])
    crit = nn.BCEWithLogitsLoss()
    oof = np.zeros(len(y))
    scores = []

    skf = StratifiedKFold(n_splits=N_FOLDS, shuffle=True, random_state=SEED)
    for fold, (tr, va) in enumerate(skf.split(X, y)):
        scaler = StandardScaler().fit(X[tr])
        train_dl = loader(scaler.transform(X[tr]), y[tr], train=True)
        valid_dl = loader(scaler.transform(X[va]), y[va], train=False)

        opt = torch.optim.Adam(model.parameters(), lr=1e-3)
        for epoch in range(EPOCHS):
            loss = train_epoch(model, train_dl, opt, crit)

        oof[va] = predict(model, valid_dl)
        auc = roc_auc_score(y[va], oof[va])
        scores.append(auc)
        print(f"fold {fold}  train loss {loss:.4f}  valid auc {auc:.4f}")
        torch.save(model.state_dict(), f"{OUT}/fold{fold}.pt")

    print(f"mean auc {np.mean(scores):.4f} +- {np.std(scores):.4f}")
    print(f"oof auc  {roc_auc_score(y, oof):.4f}   oof acc {accuracy_score(y, oof > 0.5):.4f}")
    np.save(f"{OUT}/oof.npy", oof)


if __name__ == "__main__":
    main()
