"""Fraud-like problem, about 6 % positives. Batches are drawn so that both classes come equally often."""
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, balanced_accuracy_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler


def get_arrays(seed):
    X, y = make_classification(
        n_samples=6000,
        n_features=20,
        n_informative=8,
        n_clusters_per_class=2,
        weights=[0.94],
        flip_y=0.0,
        class_sep=1.2,
        random_state=seed,
    )
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.25, stratify=y, random_state=seed)
    mean, std = X_tr.mean(0), X_tr.std(0)
    return (X_tr - mean) / std, (X_va - mean) / std, y_tr, y_va


def balanced_loader(X, y, batch_size):
    ds = TensorDataset(torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32))
    counts = np.bincount(y)
    weights = torch.tensor(1.0 / counts, dtype=torch.double)
    sampler = WeightedRandomSampler(weights, num_samples=len(ds), replacement=True)
    return DataLoader(ds, batch_size=batch_size, sampler=sampler)


def fit(model, loader, epochs, lr):
    opt = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-3)
    bce = nn.BCEWithLogitsLoss()
    for epoch in range(epochs):
        model.train()
        losses = []
        for xb, yb in loader:
            opt.zero_grad()
            loss = bce(model(xb).squeeze(-1), yb)
            loss.backward()
            opt.step()
            losses.append(loss.item())
        yield epoch, float(np.mean(losses))


def validate(model, X, y):
    model.eval()
    with torch.no_grad():
        p = torch.sigmoid(model(torch.tensor(X, dtype=torch.float32)).squeeze(-1)).numpy()
    return average_precision_score(y, p), balanced_accuracy_score(y, p > 0.5)


def main():
    torch.manual_seed(2)
    X_tr, X_va, y_tr, y_va = get_arrays(seed=2)
    print(f"positives: {y_tr.mean():.3f} of train, {y_va.mean():.3f} of validation")

    model = nn.Sequential(
        nn.Linear(X_tr.shape[1], 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1)
    )
    for epoch, loss in fit(model, balanced_loader(X_tr, y_tr, 64), epochs=12, lr=2e-3):
        ap, bacc = validate(model, X_va, y_va)
        print(f"epoch {epoch:2d}  loss {loss:.4f}  avg precision {ap:.3f}  balanced acc {bacc:.3f}")


if __name__ == "__main__":
    main()
