"""Learn digits 0-4 first, then reuse the convolutions for 5-9 with few pictures."""
import os
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(5)
np.random.seed(5)
os.makedirs("out/hb08", exist_ok=True)


class DigitNet(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(64 * 2 * 2, n_classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def subset(lo, hi, n_train):
    d = load_digits()
    keep = np.flatnonzero((d.target >= lo) & (d.target < hi))
    np.random.shuffle(keep)
    x = torch.tensor(d.images[keep] / 16.0, dtype=torch.float32)[:, None]
    y = torch.tensor(d.target[keep] - lo, dtype=torch.long)
    return TensorDataset(x[:n_train], y[:n_train]), TensorDataset(x[n_train:], y[n_train:])


@torch.no_grad()
def accuracy(net, ds):
    net.eval()
    x, y = ds.tensors
    return (net(x).argmax(1) == y).float().mean().item()


def train(net, optimizer, ds, epochs, tag, test):
    loader = DataLoader(ds, batch_size=32, shuffle=True)
    for ep in range(epochs):
        net.train()
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(y)
        print(f"[{tag}] epoch {ep:2d} loss {total / len(ds):.3f} test acc {accuracy(net, test):.3f}")


# stage 1
first_train, first_test = subset(0, 5, 700)
net = DigitNet(5)
train(net, torch.optim.Adam(net.parameters(), lr=1e-3), first_train, 8, "0-4", first_test)
torch.save(net.state_dict(), "out/hb08/stage1.pt")

# stage 2
second_train, second_test = subset(5, 10, 150)
net = DigitNet(5)
net.load_state_dict(torch.load("out/hb08/stage1.pt", weights_only=True))
for p in net.backbone.parameters():
    p.requires_grad_(False)
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
net.head = nn.Linear(net.head.in_features, 5)
train(net, optimizer, second_train, 25, "5-9", second_test)

torch.save(net.state_dict(), "out/hb08/stage2.pt")
print("final accuracy on 5-9:", round(accuracy(net, second_test), 3))
