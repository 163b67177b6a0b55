"""Five-fold cross-validation of a small network on the breast cancer data."""
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

FOLDS = 5
EPOCHS = 20


class Classifier(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(inputs, 64),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(64, 1),
        )

    def forward(self, x):
        return self.layers(x).squeeze(1)


def fit(model, loader, optimizer, loss_fn):
    for _ in range(EPOCHS):
        model.train()
        for xb, yb in loader:
            optimizer.zero_grad()
            loss_fn(model(xb), yb).backward()
            optimizer.step()


def scores(model, x, y):
    model.eval()
    with torch.no_grad():
        prob = torch.sigmoid(model(x)).numpy()
    return ((prob > 0.5) == y).mean(), roc_auc_score(y, prob)


def main():
    torch.manual_seed(123)
    X, y = load_breast_cancer(return_X_y=True)
    loss_fn = nn.BCEWithLogitsLoss()
    model = Classifier(X.shape[1])
    folds = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=123)

    accs, aucs = [], []
    for k, (train_idx, val_idx) in enumerate(folds.split(X, y), 1):
        scaler = StandardScaler().fit(X[train_idx])
        x_tr = torch.tensor(scaler.transform(X[train_idx]), dtype=torch.float32)
        x_va = torch.tensor(scaler.transform(X[val_idx]), dtype=torch.float32)
        y_tr = torch.tensor(y[train_idx], dtype=torch.float32)

        loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=32, shuffle=True)
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-2)
        fit(model, loader, optimizer, loss_fn)

        acc, auc = scores(model, x_va, y[val_idx])
        accs.append(acc)
        aucs.append(auc)
        print(f"fold {k}: accuracy {acc:.3f}, auc {auc:.4f}")

    print(f"accuracy {np.mean(accs):.3f} +- {np.std(accs):.3f}")
    print(f"auc      {np.mean(aucs):.4f} +- {np.std(aucs):.4f}")


if __name__ == "__main__":
    main()
