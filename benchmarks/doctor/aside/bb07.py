import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, Dataset


class DigitDataset(Dataset):
    def __init__(self, images, targets):
        self.images = images
        self.targets = targets

    def __getitem__(self, index):
        image = torch.tensor(self.images[index], dtype=torch.float32).unsqueeze(0) / 16.0
        return image, int(self.targets[index])

    def __len__(self):
        return len(self.targets)


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc1 = nn.Linear(32 * 4 * 4, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        return self.fc2(x)


def train(model, loader, optimizer, scheduler, epoch):
    model.train()
    total = 0
    for data, target in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(data), target)
        loss.backward()
        optimizer.step()
        total += loss.item()
        scheduler.step()
    print(f"Train epoch {epoch}: loss {total / len(loader):.4f}")


def test(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for data, target in loader:
            correct += (model(data).argmax(dim=1) == target).sum().item()
    print(f"  test accuracy {correct}/{len(loader.dataset)} ({100.0 * correct / len(loader.dataset):.1f}%)")


def main():
    parser = argparse.ArgumentParser(description="small CNN on the 8x8 digits")
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--lr-step", type=int, default=4, help="epochs until the learning rate falls")
    parser.add_argument("--gamma", type=float, default=0.1)
    args = parser.parse_args()

    torch.manual_seed(1)
    digits = load_digits()
    x_train, x_test, y_train, y_test = train_test_split(
        digits.images, digits.target, test_size=0.25, stratify=digits.target, random_state=1)
    train_loader = DataLoader(DigitDataset(x_train, y_train), batch_size=args.batch_size, shuffle=True)
    test_loader = DataLoader(DigitDataset(x_test, y_test), batch_size=128)

    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    scheduler = StepLR(optimizer, step_size=args.lr_step, gamma=args.gamma)

    for epoch in range(1, args.epochs + 1):
        train(model, train_loader, optimizer, scheduler, epoch)
        test(model, test_loader)


if __name__ == "__main__":
    main()
