"""Churn scores from twenty usage features. Keeps the epoch with the lowest validation loss."""
import argparse
import os

import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def load(seed):
    X, y = make_classification(n_samples=1500, n_features=20, n_informative=6, n_redundant=2,
                               flip_y=0.2, class_sep=0.9, random_state=seed)
    X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.3, stratify=y, random_state=seed)
    X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.3, stratify=y_rest,
                                                      random_state=seed)
    scaler = StandardScaler().fit(X_train)

    def pack(a, b):
        return TensorDataset(torch.tensor(scaler.transform(a), dtype=torch.float32),
                             torch.tensor(b, dtype=torch.float32))

    return pack(X_train, y_train), pack(X_val, y_val), pack(X_test, y_test)


def evaluate(model, dataset, criterion):
    model.eval()
    x, y = dataset.tensors
    with torch.no_grad():
        logits = model(x).squeeze(1)
        loss = criterion(logits, y).item()
        acc = ((logits > 0).float() == y).float().mean().item()
    return loss, acc


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--out", default="out/gd01")
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    train_set, val_set, test_set = load(args.seed)
    loader = DataLoader(train_set, batch_size=32, shuffle=True)
    model = nn.Sequential(nn.Linear(20, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = nn.BCEWithLogitsLoss()

    best_loss, best_epoch, best_weights = float("inf"), -1, None
    for epoch in range(args.epochs):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            loss = criterion(model(x).squeeze(1), y)
            loss.backward()
            optimizer.step()
        val_loss, val_acc = evaluate(model, val_set, criterion)
        if val_loss < best_loss:
            best_loss, best_epoch = val_loss, epoch
            best_weights = model.state_dict()
        if epoch % 5 == 0:
            print(f"epoch {epoch:3d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")

    model.load_state_dict(best_weights)
    val_loss, val_acc = evaluate(model, val_set, criterion)
    test_loss, test_acc = evaluate(model, test_set, criterion)
    print(f"best epoch {best_epoch} with val loss {best_loss:.4f}")
    print(f"restored model: val loss {val_loss:.4f}, test loss {test_loss:.4f}, test acc {test_acc:.3f}")
    os.makedirs(args.out, exist_ok=True)
    torch.save(model.state_dict(), os.path.join(args.out, "best.pt"))


if __name__ == "__main__":
    main()
