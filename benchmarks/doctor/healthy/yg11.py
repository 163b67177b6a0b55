"""Digits classifier, small CNN + EMA of the weights (as in the winning notebook)."""
import argparse
from copy import deepcopy

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset


class DigitsDataset(Dataset):
    def __init__(self, images, labels):
        self.images = images
        self.labels = labels

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        image = torch.tensor(self.images[i] / 16.0, dtype=torch.float32).unsqueeze(0)
        return image, int(self.labels[i])


class SmallCNN(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 4 * 4, n_classes))

    def forward(self, x):
        return self.head(self.features(x))


class ModelEMA:
    def __init__(self, model, decay):
        self.module = deepcopy(model).eval()
        self.decay = decay
        for p in self.module.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for ema_p, p in zip(self.module.parameters(), model.parameters()):
            ema_p.mul_(self.decay).add_(p, alpha=1.0 - self.decay)


def train_fn(model, ema, loader, optimizer, criterion):
    model.train()
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        ema.update(model)
        losses.append(loss.item())
    return np.mean(losses)


@torch.no_grad()
def valid_fn(model, loader, criterion):
    model.eval()
    losses, hits, n = [], 0, 0
    for x, y in loader:
        out = model(x)
        losses.append(criterion(out, y).item())
        hits += (out.argmax(1) == y).sum().item()
        n += len(y)
    return np.mean(losses), hits / n


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--bs", type=int, default=64)
    p.add_argument("--ema_decay", type=float, default=0.95)
    p.add_argument("--seed", type=int, default=0)
    args = p.parse_args()

    torch.manual_seed(args.seed)
    digits = load_digits()
    xtr, xva, ytr, yva = train_test_split(
        digits.images, digits.target, test_size=0.2, stratify=digits.target, random_state=args.seed
    )
    train_loader = DataLoader(DigitsDataset(xtr, ytr), batch_size=args.bs, shuffle=True)
    valid_loader = DataLoader(DigitsDataset(xva, yva), batch_size=256)

    model = SmallCNN()
    ema = ModelEMA(model, decay=args.ema_decay)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(args.epochs):
        tr_loss = train_fn(model, ema, train_loader, optimizer, criterion)
        va_loss, va_acc = valid_fn(ema.module, valid_loader, criterion)
        print(f"[{epoch + 1}/{args.epochs}] train loss {tr_loss:.4f} | valid loss {va_loss:.4f} acc {va_acc:.4f}")


if __name__ == "__main__":
    main()
