"""
Homework 2 - Multilayer perceptron on the digits dataset
Deep Learning, winter term
"""
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)

EPOCHS = 20
BATCH_SIZE = 64
LEARNING_RATE = 0.01


class MLP(nn.Module):
    def __init__(self, n_in, n_hidden, n_classes):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, n_hidden),
            nn.ReLU(),
            nn.Linear(n_hidden, n_hidden),
            nn.ReLU(),
            nn.Linear(n_hidden, n_classes),
        )
        # probabilities for the 10 digits
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        x = self.layers(x)
        return self.softmax(x)


def load_data():
    X, y = load_digits(return_X_y=True)
    X = X.astype("float32") / 16.0
    X_train, X_rest, y_train, y_rest = train_test_split(
        X, y, test_size=0.4, random_state=0, stratify=y)
    X_val, X_test, y_val, y_test = train_test_split(
        X_rest, y_rest, test_size=0.5, random_state=0, stratify=y_rest)

    def as_ds(a, b):
        return TensorDataset(torch.from_numpy(a), torch.from_numpy(b).long())

    return as_ds(X_train, y_train), as_ds(X_val, y_val), as_ds(X_test, y_test)


def evaluate(model, loader, criterion):
    model.eval()
    total_loss, correct, n = 0.0, 0, 0
    with torch.no_grad():
        for xb, yb in loader:
            out = model(xb)
            total_loss += criterion(out, yb).item() * len(yb)
            correct += (out.argmax(dim=1) == yb).sum().item()
            n += len(yb)
    return total_loss / n, correct / n


def main():
    train_ds, val_ds, test_ds = load_data()
    train_loader = DataLoader(train_ds, batch_size=BATCH_SIZE, shuffle=True)
    val_loader = DataLoader(val_ds, batch_size=256)
    test_loader = DataLoader(test_ds, batch_size=256)

    model = MLP(64, 64, 10)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=LEARNING_RATE, momentum=0.9)

    for epoch in range(1, EPOCHS + 1):
        model.train()
        running, seen = 0.0, 0
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(yb)
            seen += len(yb)
        val_loss, val_acc = evaluate(model, val_loader, criterion)
        print(f"epoch {epoch:2d}  train loss {running / seen:.4f}  "
              f"val loss {val_loss:.4f}  val acc {val_acc:.3f}")

    test_loss, test_acc = evaluate(model, test_loader, criterion)
    print(f"test loss {test_loss:.4f}  test acc {test_acc:.3f}")


if __name__ == "__main__":
    main()
