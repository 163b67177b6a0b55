# Two stages: digits 0-4 from scratch, then 5-9 with the frozen trunk and later a few gentle epochs for all layers.
import os
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

os.makedirs("out/hb15", exist_ok=True)
torch.manual_seed(21)


class Trunk(nn.Sequential):
    def __init__(self):
        super().__init__(
            nn.Conv2d(1, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(24, 48, 3, padding=1), nn.BatchNorm2d(48), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
        )


class Net(nn.Module):
    def __init__(self, trunk, n_out):
        super().__init__()
        self.trunk = trunk
        self.head = nn.Linear(48 * 4, n_out)
        self.frozen = False

    def freeze(self, flag):
        self.frozen = flag
        self.trunk.requires_grad_(not flag)
        return self

    def train(self, mode=True):
        super().train(mode)
        if self.frozen:
            self.trunk.eval()  # running statistics stay as they are
        return self

    def forward(self, x):
        return self.head(self.trunk(x))


def loaders(lo, hi):
    d = load_digits()
    keep = (d.target >= lo) & (d.target < hi)
    x = torch.tensor(d.images[keep] / 16.0, dtype=torch.float32).unsqueeze(1)
    y = torch.tensor(d.target[keep] - lo, dtype=torch.long)
    tr, te = train_test_split(range(len(y)), test_size=0.3, stratify=d.target[keep], random_state=4)
    return (DataLoader(TensorDataset(x[tr], y[tr]), batch_size=32, shuffle=True),
            DataLoader(TensorDataset(x[te], y[te]), batch_size=256))


def fit(net, opt, train_dl, test_dl, epochs, title):
    ce = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        net.train()
        for x, y in train_dl:
            opt.zero_grad()
            ce(net(x), y).backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            good = sum((net(x).argmax(1) == y).sum().item() for x, y in test_dl)
        print(f"{title} epoch {epoch}: held-out accuracy {good / len(test_dl.dataset):.3f}")


low = loaders(0, 5)
first = Net(Trunk(), 5)
fit(first, torch.optim.Adam(first.parameters(), lr=1e-3), *low, epochs=6, title="0-4")
torch.save(first.trunk.state_dict(), "out/hb15/trunk.pt")

high = loaders(5, 10)
trunk = Trunk()
trunk.load_state_dict(torch.load("out/hb15/trunk.pt", weights_only=True))
second = Net(trunk, 5).freeze(True)
fit(second, torch.optim.Adam(second.head.parameters(), lr=5e-3), *high, epochs=8, title="5-9 head")

second.freeze(False)
groups = [{"params": second.trunk.parameters(), "lr": 3e-4},
          {"params": second.head.parameters(), "lr": 1e-3}]
fit(second, torch.optim.Adam(groups), *high, epochs=5, title="5-9 all")
torch.save(second.state_dict(), "out/hb15/second.pt")
