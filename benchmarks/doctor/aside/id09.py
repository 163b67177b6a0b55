"""
Transfer: learn the digits 0-4 first, keep the features, then learn 5-9 with a new head.
"""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(32 * 2 * 2, n_classes)

    def forward(self, x):
        return self.head(self.features(x))


def loaders(lo, hi):
    X, y = load_digits(return_X_y=True)
    keep = (y >= lo) & (y <= hi)
    X, y = X[keep].reshape(-1, 1, 8, 8) / 16.0, y[keep] - lo
    Xa, Xb, ya, yb = train_test_split(X, y, test_size=0.25, random_state=0, stratify=y)
    a = TensorDataset(torch.tensor(Xa, dtype=torch.float32), torch.tensor(ya))
    b = TensorDataset(torch.tensor(Xb, dtype=torch.float32), torch.tensor(yb))
    return DataLoader(a, batch_size=32, shuffle=True), DataLoader(b, batch_size=256)


def fit(net, optimizer, train, val, epochs, title):
    for epoch in range(1, epochs + 1):
        net.train()
        total = 0.0
        for x, y in train:
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"[{title}] epoch {epoch}: loss {total / len(train):.3f}  val acc {accuracy(net, val):.3f}")


@torch.no_grad()
def accuracy(net, loader):
    net.eval()
    good = n = 0
    for x, y in loader:
        good += (net(x).argmax(1) == y).sum().item()
        n += len(y)
    return good / n


# stage 1
net = Net(5)
train, val = loaders(0, 4)
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
fit(net, optimizer, train, val, 6, "0-4")

# stage 2
for p in net.features.parameters():
    p.requires_grad = False
train, val = loaders(5, 9)
optimizer = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=5e-3)
net.head = nn.Linear(net.head.in_features, 5)
fit(net, optimizer, train, val, 12, "5-9")
