import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

SIDE = 32
SHAPES = ["square", "cross", "disc", "bars"]


def draw(kind, rng):
    """One RGB picture, height x width x channel, values 0..255."""
    img = rng.normal(110, 25, size=(SIDE, SIDE, 3))
    colour = rng.uniform(150, 255, size=3)
    r = rng.integers(4, 8)
    cy, cx = rng.integers(r, SIDE - r, size=2)
    yy, xx = np.mgrid[0:SIDE, 0:SIDE]
    dy, dx = np.abs(yy - cy), np.abs(xx - cx)
    box = (dy <= r) & (dx <= r)
    if kind == 0:
        mask = box & ((dy >= r - 1) | (dx >= r - 1))
    elif kind == 1:
        mask = box & ((dy <= 1) | (dx <= 1))
    elif kind == 2:
        mask = dy ** 2 + dx ** 2 <= r ** 2
    else:
        mask = box & (dy % 3 == 0)
    img[mask] = colour + rng.normal(0, 10, size=(mask.sum(), 3))
    return np.clip(img, 0, 255).astype(np.uint8)


def build(n, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, len(SHAPES), size=n)
    pictures = np.stack([draw(k, rng) for k in labels])
    x = torch.from_numpy(pictures).float().div(255).sub(0.5)
    x = x.reshape(n, 3, SIDE, SIDE)
    return x, torch.from_numpy(labels)


class SmallConv(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.conv3 = nn.Conv2d(32, 32, 3, padding=1)
        self.out = nn.Linear(32, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = F.relu(self.conv3(x))
        return self.out(x.amax(dim=(2, 3)))


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        guess = torch.cat([model(part).argmax(1) for part in x.split(200)])
    return (guess == y).float().mean().item()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--lr", type=float, default=2e-3)
    args = ap.parse_args()

    torch.manual_seed(0)
    x_train, y_train = build(1600, seed=1)
    x_val, y_val = build(400, seed=2)
    model = SmallConv(len(SHAPES))
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        order = torch.randperm(len(x_train))
        total = 0.0
        for idx in order.split(args.batch_size):
            loss = F.cross_entropy(model(x_train[idx]), y_train[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        print(f"{epoch + 1:2d}: loss {total / len(x_train):.3f}, "
              f"validation accuracy {accuracy(model, x_val, y_val):.3f}")


if __name__ == "__main__":
    main()
