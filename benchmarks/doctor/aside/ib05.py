# Three spirals, classified with a deep MLP; trains, saves, and
# evaluates the saved file the way the serving job loads it.
import math
from pathlib import Path

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

OUT = Path("out/ib05")
OUT.mkdir(parents=True, exist_ok=True)


def spirals(n_per_class, n_classes, generator):
    points, labels = [], []
    for c in range(n_classes):
        r = torch.rand(n_per_class, generator=generator) * 0.9 + 0.1
        angle = 4.0 * r + 2 * math.pi * c / n_classes
        angle = angle + 0.15 * torch.randn(n_per_class, generator=generator)
        points.append(torch.stack([r * torch.cos(angle), r * torch.sin(angle)], dim=1))
        labels.append(torch.full((n_per_class,), c, dtype=torch.long))
    return torch.cat(points), torch.cat(labels)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return torch.relu(self.linear(x))


class SpiralNet(nn.Module):
    def __init__(self, width=64, depth=3, n_classes=3):
        super().__init__()
        self.stem = nn.Linear(2, width)
        self.blocks = [Block(width) for _ in range(depth)]
        self.head = nn.Linear(width, n_classes)

    def forward(self, x):
        x = torch.relu(self.stem(x))
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def evaluate(model, loader):
    model.eval()
    correct = total = 0
    with torch.inference_mode():
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()
            total += y.numel()
    return correct / total


def train(model, loader, valid_loader, epochs=40, lr=3e-3):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=15, gamma=0.3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        for x, y in loader:
            optimizer.zero_grad(set_to_none=True)
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
        scheduler.step()
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: valid accuracy {evaluate(model, valid_loader):.3f}")


if __name__ == "__main__":
    torch.manual_seed(42)
    gen = torch.Generator().manual_seed(42)
    train_dl = DataLoader(TensorDataset(*spirals(400, 3, gen)), batch_size=64, shuffle=True)
    valid_dl = DataLoader(TensorDataset(*spirals(150, 3, gen)), batch_size=256)
    test_dl = DataLoader(TensorDataset(*spirals(150, 3, gen)), batch_size=256)

    net = SpiralNet()
    train(net, train_dl, valid_dl)
    torch.save(net.state_dict(), OUT / "spiral.pt")

    served = SpiralNet()
    served.load_state_dict(torch.load(OUT / "spiral.pt", weights_only=True))
    print(f"test accuracy of the saved model: {evaluate(served, test_dl):.3f}")
