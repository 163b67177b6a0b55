import argparse

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset


class MultiLabelNet(nn.Module):
    def __init__(self, n_features, n_labels, hidden=64):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_features, hidden),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(hidden, n_labels),
        )

    def forward(self, x):
        return self.net(x)


def get_loaders(batch_size):
    X, y = make_multilabel_classification(n_samples=1500, n_features=20, n_classes=5, n_labels=2, random_state=3)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=3)
    scaler = StandardScaler().fit(X_train)
    train = TensorDataset(torch.tensor(scaler.transform(X_train), dtype=torch.float32), torch.tensor(y_train, dtype=torch.float32))
    test = TensorDataset(torch.tensor(scaler.transform(X_test), dtype=torch.float32), torch.tensor(y_test, dtype=torch.float32))
    return DataLoader(train, batch_size=batch_size, shuffle=True), DataLoader(test, batch_size=batch_size)


def evaluate(model, loader):
    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for x, y in loader:
            preds.append((torch.sigmoid(model(x)) > 0.5).int().numpy())
            golds.append(y.int().numpy())
    return np.concatenate(preds), np.concatenate(golds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=2e-3)
    args = parser.parse_args()

    torch.manual_seed(3)
    train_loader, test_loader = get_loaders(args.batch_size)
    model = MultiLabelNet(20, 5)
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            running += loss.item()
        preds, golds = evaluate(model, test_loader)
        print(f"epoch {epoch}: loss {running / len(train_loader):.4f}  micro f1 {f1_score(golds, preds, average='micro'):.4f}")

    print(classification_report(golds, preds, zero_division=0))


if __name__ == "__main__":
    main()
