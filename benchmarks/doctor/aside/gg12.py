"""Wine cultivar classification, assignment 4 (PyTorch Dataset / DataLoader from a DataFrame)."""
import os

import torch
import torch.nn as nn
import torch.optim as optim
from sklearn.datasets import load_wine
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset


class WineDataset(Dataset):
    """Rows of a DataFrame and the labels that belong to them."""

    def __init__(self, features, labels, mean, std):
        self.features = torch.tensor(((features - mean) / std).values, dtype=torch.float32)
        self.labels = labels

    def __len__(self):
        return len(self.features)

    def __getitem__(self, idx):
        return self.features[idx], torch.tensor(self.labels[idx], dtype=torch.long)


class WineNet(nn.Module):
    def __init__(self, n_features, n_classes):
        super().__init__()
        self.layer1 = nn.Linear(n_features, 32)
        self.layer2 = nn.Linear(32, 16)
        self.output = nn.Linear(16, n_classes)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        x = self.relu(self.layer1(x))
        x = self.dropout(x)
        x = self.relu(self.layer2(x))
        return self.output(x)


def run_epoch(model, loader, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    total, correct, seen = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for features, labels in loader:
            logits = model(features)
            loss = criterion(logits, labels)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(labels)
            correct += (logits.argmax(1) == labels).sum().item()
            seen += len(labels)
    return total / seen, correct / seen


def main():
    torch.manual_seed(0)
    wine = load_wine(as_frame=True)
    df = wine.frame
    X = df.drop(columns="target")
    y = df["target"]

    X_train, X_test, y_train, y_test = train_test_split(
        X, y, test_size=0.25, stratify=y, random_state=0)

    mean, std = X_train.mean(), X_train.std()
    train_set = WineDataset(X_train, y_train, mean, std)
    test_set = WineDataset(X_test, y_test, mean, std)
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=32)

    model = WineNet(X.shape[1], y.nunique())
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.Adam(model.parameters(), lr=5e-3)

    for epoch in range(40):
        loss, acc = run_epoch(model, train_loader, criterion, optimizer)
        if (epoch + 1) % 5 == 0:
            print(f"Epoch {epoch + 1}: loss {loss:.4f} acc {acc:.4f}")

    loss, acc = run_epoch(model, test_loader, criterion)
    print(f"Test: loss {loss:.4f} acc {acc:.4f}")

    model.eval()
    with torch.no_grad():
        predictions = model(test_set.features).argmax(1).numpy()
    print(classification_report(y_test, predictions, target_names=wine.target_names))

    os.makedirs("out/gg12", exist_ok=True)
    torch.save(model.state_dict(), "out/gg12/wine.pt")


if __name__ == "__main__":
    main()
