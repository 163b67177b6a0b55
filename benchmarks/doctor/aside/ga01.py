"""Handwritten digits with a small conv net."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)
torch.set_num_threads(2)

EPOCHS = 12
BATCH = 64


class Net(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc1 = nn.Linear(32 * 2 * 2, 64)
        self.fc2 = nn.Linear(64, n_classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = x.flatten(1)
        x = F.relu(self.fc1(x))
        return F.softmax(self.fc2(x), dim=1)


def load():
    digits = load_digits()
    X = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    y = torch.tensor(digits.target, dtype=torch.long)
    idx = torch.arange(len(y)).numpy()
    tr, te = train_test_split(idx, test_size=0.3, random_state=0, stratify=digits.target)
    train_ds = TensorDataset(X[tr], y[tr])
    test_ds = TensorDataset(X[te], y[te])
    return (DataLoader(train_ds, batch_size=BATCH, shuffle=True),
            DataLoader(test_ds, batch_size=256))


def evaluate(net, loader, criterion):
    net.eval()
    loss_sum, right, seen = 0.0, 0, 0
    with torch.no_grad():
        for xb, yb in loader:
            out = net(xb)
            loss_sum += criterion(out, yb).item() * len(yb)
            right += (out.argmax(1) == yb).sum().item()
            seen += len(yb)
    return loss_sum / seen, right / seen


def main():
    train_loader, test_loader = load()
    net = Net()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)

    for epoch in range(1, EPOCHS + 1):
        net.train()
        running, seen = 0.0, 0
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = criterion(net(xb), yb)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(yb)
            seen += len(yb)
        test_loss, test_acc = evaluate(net, test_loader, criterion)
        print(f"epoch {epoch:2d}  train loss {running / seen:.4f}  "
              f"held-out loss {test_loss:.4f}  acc {test_acc:.3f}")


if __name__ == "__main__":
    main()
