import argparse

import torch
import torch.nn as nn
import torch.optim as optim
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class DigitNet(nn.Module):
    def __init__(self, num_classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.fc1 = nn.Linear(32 * 2 * 2, 64)
        self.fc2 = nn.Linear(64, num_classes)
        self.relu = nn.ReLU()
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        x = self.pool(self.relu(self.conv1(x)))
        x = self.pool(self.relu(self.conv2(x)))
        x = x.flatten(1)
        x = self.relu(self.fc1(x))
        x = self.softmax(self.fc2(x))
        return x


def train_one_epoch(model, loader, loss_function, optimizer):
    model.train()
    total = 0.0
    for images, labels in loader:
        optimizer.zero_grad()
        outputs = model(images)
        loss = loss_function(outputs, labels)
        loss.backward()
        optimizer.step()
        total += loss.item() * images.size(0)
    return total / len(loader.dataset)


@torch.no_grad()
def test(model, loader, loss_function):
    model.eval()
    total, correct = 0.0, 0
    for images, labels in loader:
        outputs = model(images)
        total += loss_function(outputs, labels).item() * images.size(0)
        correct += (outputs.argmax(1) == labels).sum().item()
    return total / len(loader.dataset), 100.0 * correct / len(loader.dataset)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=5)
    opt = parser.parse_args()
    torch.manual_seed(opt.seed)

    digits = load_digits()
    x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    y = torch.tensor(digits.target, dtype=torch.long)
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=opt.seed)
    make = lambda a, b, shuffle: torch.utils.data.DataLoader(
        torch.utils.data.TensorDataset(a, b), batch_size=opt.batch_size, shuffle=shuffle)
    train_loader, test_loader = make(x_tr, y_tr, True), make(x_te, y_te, False)

    model = DigitNet()
    loss_function = nn.CrossEntropyLoss()
    optimizer = optim.SGD(model.parameters(), lr=opt.lr, momentum=0.9)

    for epoch in range(opt.epochs):
        train_loss = train_one_epoch(model, train_loader, loss_function, optimizer)
        test_loss, accuracy = test(model, test_loader, loss_function)
        print(f"Epoch {epoch + 1}/{opt.epochs}  train {train_loss:.4f}  test {test_loss:.4f}  acc {accuracy:.1f}%")


if __name__ == "__main__":
    main()
