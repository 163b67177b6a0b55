"""Pretrain a small CNN on the digits 0-4, then reuse it for the digits 5-9."""
import os

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(3)
OUT = "out/eb01"
os.makedirs(OUT, exist_ok=True)


class SmallCNN(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(32 * 4, n_classes)

    def forward(self, x):
        return self.head(self.body(x))


def loaders(images, targets, batch_size=32):
    xtr, xva, ytr, yva = train_test_split(
        images, targets, test_size=0.25, stratify=targets, random_state=0
    )
    to_ds = lambda a, b: TensorDataset(torch.from_numpy(a), torch.from_numpy(b))
    return (
        DataLoader(to_ds(xtr, ytr), batch_size=batch_size, shuffle=True),
        DataLoader(to_ds(xva, yva), batch_size=256),
    )


def train_epoch(model, loader, optimizer, loss_fn):
    model.train()
    running = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(xb)
    return running / len(loader.dataset)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = sum((model(xb).argmax(1) == yb).sum().item() for xb, yb in loader)
    return hits / len(loader.dataset)


digits = load_digits()
images = (digits.images / 16.0).astype(np.float32)[:, None]
y = digits.target.astype(np.int64)
low = y < 5

net = SmallCNN(5)
criterion = nn.CrossEntropyLoss()

# stage 1
tr, va = loaders(images[low], y[low])
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
for epoch in range(8):
    l = train_epoch(net, tr, opt, criterion)
    print(f"stage 1 | epoch {epoch} | loss {l:.3f} | val acc {accuracy(net, va):.3f}")

# stage 2: keep the convolutions as they are, learn a fresh classifier on top
for p in net.body.parameters():
    p.requires_grad = False
opt = torch.optim.Adam(net.head.parameters(), lr=1e-2)
net.head = nn.Linear(net.head.in_features, 5)

tr, va = loaders(images[~low], y[~low] - 5)
for epoch in range(15):
    l = train_epoch(net, tr, opt, criterion)
    print(f"stage 2 | epoch {epoch} | loss {l:.3f} | val acc {accuracy(net, va):.3f}")

torch.save(net.state_dict(), os.path.join(OUT, "digits59.pt"))
