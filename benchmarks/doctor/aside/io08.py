"""Transfer on digits: learn features on 0-4, then train only a new head for 5-9."""
import os

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)
accelerator = Accelerator(cpu=True)


class SmallConv(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(32 * 4 * 4, 64), nn.ReLU(),
        )
        self.head = nn.Linear(64, n_classes)

    def forward(self, x):
        return self.head(self.body(x))


def task(classes):
    """Loaders of the digits in `classes`, with labels from 0."""
    digits = load_digits()
    keep = [i for i, d in enumerate(digits.target) if d in classes]
    x = digits.images[keep][:, None].astype("float32") / 16.0
    y = digits.target[keep].astype("int64") - min(classes)
    x_tr, x_va, y_tr, y_va = (torch.from_numpy(part) for part in train_test_split(
        x, y, test_size=0.25, stratify=y, random_state=0))
    return (DataLoader(TensorDataset(x_tr, y_tr), batch_size=32, shuffle=True),
            DataLoader(TensorDataset(x_va, y_va), batch_size=128))


def accuracy(net, loader):
    net.eval()
    hits = total = 0
    for x, y in loader:
        with torch.no_grad():
            guess = net(x).argmax(1)
        guess, y = accelerator.gather_for_metrics((guess, y))
        hits += (guess == y).sum().item()
        total += len(y)
    return hits / total


def train(net, optimizer, loaders, epochs, name):
    train_loader, valid_loader = loaders
    net, optimizer, train_loader, valid_loader = accelerator.prepare(
        net, optimizer, train_loader, valid_loader)
    for epoch in range(epochs):
        net.train()
        mean_loss = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x), y)
            accelerator.backward(loss)
            optimizer.step()
            mean_loss += loss.item() / len(train_loader)
        accelerator.print(f"{name} {epoch + 1}: loss {mean_loss:.4f} valid acc {accuracy(net, valid_loader):.3f}")
    return accelerator.unwrap_model(net)


# 1. source task
net = SmallConv(n_classes=5)
net = train(net, torch.optim.AdamW(net.parameters(), lr=2e-3), task([0, 1, 2, 3, 4]), 6, "source")

# 2. target task: body stays as it is, the head starts again
optimizer = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=0.0)
for p in net.parameters():
    p.requires_grad = False
net.head = nn.Linear(net.head.in_features, 5)
net = train(net, optimizer, task([5, 6, 7, 8, 9]), 10, "target")

os.makedirs("out/io08", exist_ok=True)
torch.save(net.state_dict(), "out/io08/transfer.pt")
