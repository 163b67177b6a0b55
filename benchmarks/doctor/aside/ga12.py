"""Rare defect detection: about 4 % of the parts are defective."""
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

SEED = 9


def load_parts():
    return make_classification(n_samples=2500, n_features=30, n_informative=6, n_redundant=2,
                               n_clusters_per_class=3, weights=[0.96], flip_y=0.03,
                               class_sep=0.7, random_state=SEED)


def balance(X, y, rng):
    """Draw defective parts again until both classes are equally large."""
    bad = np.flatnonzero(y == 1)
    n_good = int((y == 0).sum())
    extra = rng.choice(bad, size=n_good - len(bad), replace=True)
    order = rng.permutation(np.concatenate([np.arange(len(y)), extra]))
    return X[order], y[order]


class Detector(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, 96), nn.ReLU(), nn.Dropout(0.1),
                                  nn.Linear(96, 96), nn.ReLU())
        self.out = nn.Linear(96, 1)

    def forward(self, x):
        return self.out(self.body(x)).squeeze(-1)


def as_dataset(X, y):
    return TensorDataset(torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32))


def report(model, dataset, name):
    model.eval()
    X, y = dataset.tensors
    with torch.no_grad():
        pred = (torch.sigmoid(model(X)) > 0.5).int().numpy()
    y = y.int().numpy()
    print(f"{name}: precision {precision_score(y, pred, zero_division=0):.3f} "
          f"recall {recall_score(y, pred):.3f} f1 {f1_score(y, pred):.3f}")


def main():
    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    rng = np.random.default_rng(SEED)

    X, y = load_parts()
    X, y = balance(X, y, rng)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25,
                                                        random_state=SEED, stratify=y)
    mean, std = X_train.mean(axis=0), X_train.std(axis=0)
    train_ds = as_dataset((X_train - mean) / std, y_train)
    test_ds = as_dataset((X_test - mean) / std, y_test)

    model = Detector(X.shape[1])
    loss_fn = nn.BCEWithLogitsLoss()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loader = DataLoader(train_ds, batch_size=64, shuffle=True)

    for epoch in range(25):
        model.train()
        total = 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = loss_fn(model(xb), yb)
            loss.backward()
            opt.step()
            total += loss.item() * len(yb)
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: loss {total / len(train_ds):.4f}")

    report(model, test_ds, "test")


if __name__ == "__main__":
    main()
