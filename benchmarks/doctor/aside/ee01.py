"""Churn model on a skewed table: ten percent of the customers leave."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

SEED = 17
EPOCHS = 12
BATCH = 64


def load():
    X, y = make_classification(
        n_samples=3000, n_features=16, n_informative=8, n_redundant=2,
        weights=[0.9, 0.1], class_sep=1.4, flip_y=0.01, random_state=SEED)
    X_tr, X_va, y_tr, y_va = train_test_split(
        X, y, test_size=0.25, stratify=y, random_state=SEED)
    scaler = StandardScaler().fit(X_tr)
    return scaler.transform(X_tr), scaler.transform(X_va), y_tr, y_va


def make_loaders():
    X_tr, X_va, y_tr, y_va = load()
    train_set = TensorDataset(torch.tensor(X_tr, dtype=torch.float32), torch.tensor(y_tr))
    valid_set = TensorDataset(torch.tensor(X_va, dtype=torch.float32), torch.tensor(y_va))

    # leavers should turn up as often as stayers
    counts = np.bincount(y_tr)
    weights = torch.tensor(1.0 / counts, dtype=torch.double)
    sampler = WeightedRandomSampler(weights, num_samples=len(train_set), replacement=True)

    train_loader = DataLoader(train_set, batch_size=BATCH, sampler=sampler)
    valid_loader = DataLoader(valid_set, batch_size=256)
    return train_loader, valid_loader


class Churn(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_in, 64), nn.ReLU(), nn.Dropout(0.1),
            nn.Linear(64, 32), nn.ReLU(),
            nn.Linear(32, 2))

    def forward(self, x):
        return self.body(x)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    truth, guess = [], []
    for xb, yb in loader:
        guess.append(model(xb).argmax(dim=1))
        truth.append(yb)
    truth, guess = torch.cat(truth).numpy(), torch.cat(guess).numpy()
    return balanced_accuracy_score(truth, guess), recall_score(truth, guess, zero_division=0)


def main():
    torch.manual_seed(SEED)
    train_loader, valid_loader = make_loaders()
    model = Churn(16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(EPOCHS):
        model.train()
        total, seen = 0.0, 0
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(xb)
            seen += len(xb)
        bal, rec = evaluate(model, valid_loader)
        print(f"epoch {epoch + 1:2d}  train loss {total / seen:.4f}  "
              f"balanced accuracy {bal:.3f}  recall {rec:.3f}")


if __name__ == "__main__":
    main()
