import argparse

import numpy as np
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, Dataset


class TextureImages(Dataset):
    """16x16 RGB images: stripes in one of four directions in random colours."""

    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[0:16, 0:16]
        self.x = np.empty((n, 3, 16, 16), dtype=np.float32)
        self.y = rng.integers(0, 4, n)
        for i, k in enumerate(self.y):
            a = k * np.pi / 4 + rng.normal(0, 0.08)
            wave = np.sin((xx * np.cos(a) + yy * np.sin(a)) * rng.uniform(1.0, 1.6) + rng.uniform(0, 6.28))
            colour = rng.uniform(0.3, 1.0, (3, 1, 1))
            self.x[i] = wave[None] * colour + rng.normal(0, 0.5, (3, 16, 16))

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return torch.from_numpy(self.x[i]), torch.tensor(self.y[i])


def build_model():
    return nn.Sequential(
        nn.Conv2d(3, 12, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(12, 24, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(2),
        nn.Flatten(), nn.Linear(96, 4),
    )


def evaluate(model, loader, loss_fn):
    model.eval()
    loss, correct, n = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_fn(out, y).item() * len(y)
            correct += (out.argmax(1) == y).sum().item()
            n += len(y)
    return loss / n, correct / n


def main(args):
    torch.manual_seed(args.seed)
    train_dl = DataLoader(TextureImages(800, 0), batch_size=args.batch_size, shuffle=True)
    val_dl = DataLoader(TextureImages(200, 1), batch_size=100)
    model = build_model()
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    scheduler = StepLR(optimizer, step_size=args.step_size, gamma=0.1)

    for epoch in range(args.epochs):
        model.train()
        train_loss = 0.0
        for x, y in train_dl:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step()
            train_loss += loss.item() * len(y)
        val_loss, val_acc = evaluate(model, val_dl, loss_fn)
        print(f"[{epoch + 1}/{args.epochs}] train {train_loss / 800:.4f} val {val_loss:.4f} acc {val_acc:.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--step-size", type=int, default=8, help="decay the learning rate every 8 epochs")
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=0.03)
    parser.add_argument("--seed", type=int, default=0)
    main(parser.parse_args())
