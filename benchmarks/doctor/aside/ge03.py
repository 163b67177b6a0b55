import argparse

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


class SmallCNN(nn.Module):
    """Two conv blocks and a linear head for 8x8 grey images."""

    def __init__(self, channels=16, classes=10, p=0.25):
        super().__init__()
        self.block1 = nn.Sequential(
            nn.Conv2d(1, channels, kernel_size=3),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.MaxPool2d(2),
        )
        self.block2 = nn.Sequential(
            nn.Conv2d(channels, channels * 2, kernel_size=3, padding=1),
            nn.BatchNorm2d(channels * 2),
            nn.ReLU(),
        )
        self.dropout = nn.Dropout(p)
        self.head = nn.Linear(channels * 2 * 4 * 4, classes)

    def forward(self, x):
        x = self.block1(x)
        x = self.block2(x)
        x = torch.flatten(x, 1)
        return self.head(self.dropout(x))


def get_loaders(batch_size, seed):
    d = load_digits()
    images = torch.tensor(d.images, dtype=torch.float32).unsqueeze(1) / 16.0
    target = torch.tensor(d.target, dtype=torch.long)
    full = TensorDataset(images, target)
    n_val = len(full) // 5
    g = torch.Generator().manual_seed(seed)
    train, val = random_split(full, [len(full) - n_val, n_val], generator=g)
    return (
        DataLoader(train, batch_size=batch_size, shuffle=True),
        DataLoader(val, batch_size=256),
    )


def evaluate(model, loader):
    model.eval()
    hits = n = 0
    with torch.no_grad():
        for xb, yb in loader:
            hits += (model(xb).argmax(1) == yb).sum().item()
            n += len(yb)
    return hits / n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--batch-size", type=int, default=64)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=3)
    opts = ap.parse_args()

    torch.manual_seed(opts.seed)
    train_loader, val_loader = get_loaders(opts.batch_size, opts.seed)
    model = SmallCNN()
    optimizer = torch.optim.AdamW(model.parameters(), lr=opts.lr)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(opts.epochs):
        model.train()
        total = 0.0
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(yb)
        acc = evaluate(model, val_loader)
        print(f"epoch {epoch + 1}: loss {total / len(train_loader.dataset):.4f} val acc {acc:.4f}")


if __name__ == "__main__":
    main()
