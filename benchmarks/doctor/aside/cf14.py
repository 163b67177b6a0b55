"""Crosses, rings or bars? Small CNN on 20x20 grey patches cut from (simulated) scans."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

SIZE = 20
SHAPES = ("cross", "ring", "bar")


def scan_patch(kind, rng):
    """A grey picture with values between 0 and 250, as the scanner driver gives it."""
    yy, xx = np.mgrid[:SIZE, :SIZE]
    cy, cx = rng.uniform(7, 12, 2)
    dy, dx = yy - cy, xx - cx
    if kind == "cross":
        on = (np.abs(dy) < 1.5) | (np.abs(dx) < 1.5)
    elif kind == "ring":
        on = np.abs(np.hypot(dy, dx) - 5) < 1.2
    else:
        on = np.abs(dy) < 2.5
    picture = np.where(on, rng.uniform(140, 200), rng.uniform(20, 60))
    return np.clip(picture + 20 * rng.standard_normal((SIZE, SIZE)), 0, 250)


class Patches(Dataset):
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, len(SHAPES), n)
        self.images = np.zeros((n, 1, SIZE, SIZE), dtype=np.uint8)
        for i, k in enumerate(self.labels):
            self.images[i, 0] = scan_patch(SHAPES[k], rng) / 255.0

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        image = torch.from_numpy(self.images[i]).float()
        return image, int(self.labels[i])


def net():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(16 * 5 * 5, len(SHAPES)))


def accuracy(model, loader):
    model.eval()
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
    return right / len(loader.dataset)


def main():
    torch.manual_seed(6)
    train = DataLoader(Patches(1500, seed=1), batch_size=50, shuffle=True)
    valid = DataLoader(Patches(500, seed=2), batch_size=250)
    model = net()
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for epoch in range(10):
        model.train()
        seen = 0.0
        for x, y in train:
            opt.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            opt.step()
            seen += loss.item() * len(y)
        print(f"epoch {epoch}  loss {seen / len(train.dataset):.4f}  valid acc {accuracy(model, valid):.3f}")


if __name__ == "__main__":
    main()
