"""Small convnet on the 8x8 sklearn digits (adapted from my MNIST script)."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)

BATCH_SIZE = 64
EPOCHS = 12
LR = 1e-3


class Net(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.drop = nn.Dropout(0.25)
        self.fc1 = nn.Linear(32 * 7 * 7, 64)
        self.fc2 = nn.Linear(64, n_classes)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = self.drop(F.relu(self.fc1(x)))
        return self.fc2(x)


def get_loaders():
    digits = load_digits()
    images = digits.images / 16.0
    X_train, X_test, y_train, y_test = train_test_split(
        images, digits.target, test_size=0.25, stratify=digits.target, random_state=0
    )

    def to_dataset(X, y):
        X = torch.tensor(X, dtype=torch.float32).unsqueeze(1)
        return TensorDataset(X, torch.tensor(y, dtype=torch.long))

    train = DataLoader(to_dataset(X_train, y_train), batch_size=BATCH_SIZE, shuffle=True)
    test = DataLoader(to_dataset(X_test, y_test), batch_size=256)
    return train, test


def accuracy(model, loader):
    model.eval()
    correct = total = 0
    with torch.no_grad():
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()
            total += y.size(0)
    return correct / total


def main():
    train_loader, test_loader = get_loaders()
    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=LR)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(1, EPOCHS + 1):
        model.train()
        running = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            running += loss.item() * x.size(0)
        print(f"epoch {epoch:2d}  loss {running / len(train_loader.dataset):.4f}")

    print(f"test accuracy {accuracy(model, test_loader):.4f}")


if __name__ == "__main__":
    main()
