import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    """Two hidden layers, dropout after each."""

    def __init__(self, n_features, hidden=48, p=0.5):
        super().__init__()
        self.fc1 = nn.Linear(n_features, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 1)
        self.p = p

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.dropout(x, p=self.p)
        x = F.relu(self.fc2(x))
        x = F.dropout(x, p=self.p)
        return self.out(x).squeeze(-1)


def get_data(seed):
    X, y = load_breast_cancer(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(
        X, y, test_size=0.3, random_state=seed, stratify=y)
    mean, std = X_train.mean(axis=0), X_train.std(axis=0)
    to_x = lambda a: torch.tensor((a - mean) / std, dtype=torch.float32)
    to_y = lambda a: torch.tensor(a, dtype=torch.float32)
    return (TensorDataset(to_x(X_train), to_y(y_train)),
            TensorDataset(to_x(X_test), to_y(y_test)))


def run_test(model, loader):
    model.eval()
    loss_sum, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            logits = model(x)
            loss_sum += F.binary_cross_entropy_with_logits(logits, y, reduction="sum").item()
            hits += ((logits > 0).float() == y).sum().item()
            n += len(y)
    return loss_sum / n, hits / n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=20)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--seed", type=int, default=5)
    args = ap.parse_args()

    torch.manual_seed(args.seed)
    train_set, test_set = get_data(args.seed)
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=128)

    model = Net(30)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(1, args.epochs + 1):
        model.train()
        for x, y in train_loader:
            loss = F.binary_cross_entropy_with_logits(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            test_loss, acc = run_test(model, test_loader)
            print(f"{epoch:3d}: test loss {test_loss:.4f}, accuracy {acc:.3f}")

    # the same rows once more, for the report
    for attempt in range(3):
        test_loss, acc = run_test(model, test_loader)
        print(f"report {attempt}: loss {test_loss:.4f}, accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
