import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


SHAPES = ["square", "ring", "cross"]


def draw(kind, rng, size=32):
    img = rng.normal(0.0, 0.15, (size, size)).astype(np.float32)
    r = rng.integers(5, 9)
    cy, cx = rng.integers(10, size - 10, 2)
    yy, xx = np.mgrid[:size, :size]
    dy, dx = np.abs(yy - cy), np.abs(xx - cx)
    if kind == 0:
        mask = (dy <= r) & (dx <= r)
    elif kind == 1:
        mask = np.abs(np.hypot(dy, dx) - r) <= 1
    else:
        mask = ((dy <= 1) & (dx <= r)) | ((dx <= 1) & (dy <= r))
    img[mask] += 1.0
    return img


class ShapeImages(Dataset):
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, len(SHAPES), n)
        self.images = np.stack([draw(k, rng) for k in self.labels])

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return torch.from_numpy(self.images[i]).unsqueeze(0), int(self.labels[i])


class SmallCNN(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, kernel_size=3)
        self.conv2 = nn.Conv2d(8, 16, kernel_size=3)
        self.pool = nn.MaxPool2d(2)
        self.fc1 = nn.Linear(16 * 6 * 6, 64)
        self.fc2 = nn.Linear(64, num_classes)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        return self.fc2(x)


def accuracy(model, loader):
    model.eval()
    hits = total = 0
    with torch.no_grad():
        for images, labels in loader:
            hits += (model(images).argmax(1) == labels).sum().item()
            total += len(labels)
    return hits / total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    train_loader = DataLoader(ShapeImages(900, args.seed), batch_size=args.batch_size, shuffle=True)
    val_loader = DataLoader(ShapeImages(200, args.seed + 1), batch_size=100)

    model = SmallCNN(len(SHAPES))
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for images, labels in train_loader:
            opt.zero_grad()
            loss = F.cross_entropy(model(images), labels)
            loss.backward()
            opt.step()
            running += loss.item()
        print(f"epoch {epoch}: loss {running / len(train_loader):.4f}, val acc {accuracy(model, val_loader):.3f}")


if __name__ == "__main__":
    main()
