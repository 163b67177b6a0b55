"""Small transfer learning exercise: learn the digits 0-4, then reuse the body for 5-9."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(13)


def split(x, y, keep):
    mask = (y >= keep[0]) & (y <= keep[1])
    xs, ys = x[mask], y[mask] - keep[0]
    tr, va = train_test_split(range(len(ys)), test_size=0.3, random_state=13, stratify=ys.numpy())
    return xs[tr], ys[tr], xs[va], ys[va]


class Net(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc = nn.Linear(32 * 2 * 2, 64)
        self.head = nn.Linear(64, n_classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = F.relu(self.fc(x.flatten(1)))
        return self.head(x)


def train(net, optimizer, data, epochs, batch=32):
    x_tr, y_tr, x_va, y_va = data
    for epoch in range(1, epochs + 1):
        net.train()
        total = 0.0
        order = torch.randperm(len(x_tr))
        for i in range(0, len(order), batch):
            b = order[i : i + batch]
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x_tr[b]), y_tr[b])
            loss.backward()
            optimizer.step()
            total += loss.item() * len(b)
        net.eval()
        with torch.no_grad():
            acc = (net(x_va).argmax(1) == y_va).float().mean().item()
        print(f"  epoch {epoch}: loss {total / len(x_tr):.4f}  val acc {acc:.3f}")


images, target = load_digits(return_X_y=True)
x = torch.tensor(images, dtype=torch.float32).view(-1, 1, 8, 8) / 16
y = torch.tensor(target)

low = split(x, y, (0, 4))
high = split(x, y, (5, 9))

net = Net(n_classes=5)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)

print("digits 0-4")
train(net, optimizer, low, epochs=8)

# keep what the body has learned, only the last layer is new
for p in net.parameters():
    p.requires_grad = False
net.head = nn.Linear(64, 5)

print("digits 5-9")
train(net, optimizer, high, epochs=12)
