"""From the digits 0-4 to the digits 5-9 with thirty examples of each: batch norm keeps its old statistics on purpose."""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.nn.functional import cross_entropy

torch.manual_seed(14)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(1, 24, 3, padding=1, bias=False), nn.BatchNorm2d(24), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(24, 48, 3, padding=1, bias=False), nn.BatchNorm2d(48), nn.ReLU(), nn.Flatten())
        self.head = nn.Linear(48 * 16, 5)
        self.frozen_norm = False

    def forward(self, x):
        return self.head(self.trunk(x))

    def train(self, mode=True):
        super().train(mode)
        if self.frozen_norm:                      # batches of the small set are too small for statistics
            for m in self.modules():
                if isinstance(m, nn.BatchNorm2d):
                    m.eval()
        return self


def fit(net, opt, x, y, epochs, size):
    for epoch in range(epochs):
        net.train()
        total = 0.0
        for ix in torch.randperm(len(x)).split(size):
            loss = cross_entropy(net(x[ix]), y[ix])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(ix)
    return total / len(x)


@torch.no_grad()
def accuracy(net, x, y):
    net.eval()
    return (net(x).argmax(1) == y).float().mean().item()


d = load_digits()
x = torch.tensor(d.images / 16.0, dtype=torch.float32).unsqueeze(1)
y = torch.tensor(d.target)
low = y < 5

net = Net()
loss = fit(net, torch.optim.Adam(net.parameters(), lr=1e-3), x[low], y[low], epochs=6, size=64)
print(f"first task, training loss {loss:.4f}")

few, rest = train_test_split((d.target >= 5).nonzero()[0], train_size=150, stratify=d.target[d.target >= 5],
                             random_state=14)
xs, xt, ys, yt = x[few], x[rest], y[few] - 5, y[rest] - 5
net.head = nn.Linear(48 * 16, 5)
net.frozen_norm = True
for m in net.modules():
    if isinstance(m, nn.BatchNorm2d):
        m.requires_grad_(False)
before = [m.running_mean.clone() for m in net.modules() if isinstance(m, nn.BatchNorm2d)]

opt = torch.optim.Adam([
    {"params": [p for p in net.trunk.parameters() if p.requires_grad], "lr": 2e-4},
    {"params": net.head.parameters(), "lr": 3e-3},        # made before the optimizer, so it is in there
])
print(f"second task before: {accuracy(net, xt, yt):.3f}")
loss = fit(net, opt, xs, ys, epochs=15, size=10)
print(f"second task after: training loss {loss:.4f}, unseen digits {accuracy(net, xt, yt):.3f}")
after = [m.running_mean for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
print("statistics untouched:", all(torch.equal(a, b) for a, b in zip(before, after)))
