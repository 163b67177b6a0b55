"""Digits with a small CNN and an exponential moving average of its weights."""
import copy

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class ModelEMA:
    def __init__(self, model, decay=0.99):
        self.module = copy.deepcopy(model).eval()
        self.module.requires_grad_(False)
        self.decay = decay
        self.updates = 0

    @torch.no_grad()
    def update(self, model):
        self.updates += 1
        decay = min(self.decay, (1 + self.updates) / (10 + self.updates))
        for average, current in zip(self.module.parameters(), model.parameters()):
            average.lerp_(current, 1 - decay)
        for average, current in zip(self.module.buffers(), model.buffers()):
            average.copy_(current)


def block(inside, outside):
    return nn.Sequential(nn.Conv2d(inside, outside, 3, padding=1, bias=False), nn.BatchNorm2d(outside), nn.ReLU())


def build():
    return nn.Sequential(
        block(1, 16), block(16, 32), nn.MaxPool2d(2), block(32, 32), block(32, 32), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 10)
    )


@torch.no_grad()
def accuracy(model, x, y):
    model.eval()
    return (model(x).argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(0)
    digits = load_digits()
    x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    y = torch.tensor(digits.target)
    rest, test = train_test_split(torch.arange(len(y)).numpy(), test_size=360, stratify=y.numpy(), random_state=0)
    train, valid = train_test_split(rest, test_size=300, stratify=y[rest].numpy(), random_state=0)

    model = build()
    ema = ModelEMA(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)
    loader = DataLoader(TensorDataset(x[train], y[train]), batch_size=32, shuffle=True)
    for epoch in range(8):
        model.train()
        for xb, yb in loader:
            loss = nn.functional.cross_entropy(model(xb), yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            ema.update(model)
        print(f"epoch {epoch}: loss {loss.item():.3f}  validation {accuracy(model, x[valid], y[valid]):.3f}  averaged {accuracy(ema.module, x[valid], y[valid]):.3f}")

    print(f"test: {accuracy(model, x[test], y[test]):.3f}, averaged weights (the ones we ship) {accuracy(ema.module, x[test], y[test]):.3f}")


main()
