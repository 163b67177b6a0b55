# Transfer: learn 0-4 first, keep the features, then a new head for 5-9.
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(3)

X, y = load_digits(return_X_y=True)
X = torch.tensor(X, dtype=torch.float32).div(16).view(-1, 1, 8, 8)
y = torch.tensor(y)
low, high = y < 5, y >= 5


class SmallConv(nn.Module):
    def __init__(self, n_out):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(32 * 2 * 2, n_out)

    def forward(self, x):
        return self.head(self.features(x))


def batches(X, y, size=32):
    perm = torch.randperm(len(X))
    for start in range(0, len(X), size):
        idx = perm[start:start + size]
        yield X[idx], y[idx]


def train(net, optimizer, X, y, X_val, y_val, epochs, tag):
    for epoch in range(epochs):
        net.train()
        total = 0.0
        for xb, yb in batches(X, y):
            optimizer.zero_grad()
            loss = F.cross_entropy(net(xb), yb)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(xb)
        net.eval()
        with torch.no_grad():
            acc = (net(X_val).argmax(1) == y_val).float().mean().item()
        print(f"[{tag}] epoch {epoch + 1:2d}  loss {total / len(X):.4f}  val acc {acc:.3f}")


def split(mask, offset):
    Xs, ys = X[mask], y[mask] - offset
    tr, va = train_test_split(range(len(ys)), test_size=0.25, stratify=ys.numpy(), random_state=0)
    return Xs[tr], ys[tr], Xs[va], ys[va]


# --- step 1: the source task
net = SmallConv(5)
train(net, torch.optim.Adam(net.parameters(), lr=2e-3), *split(low, 0), epochs=8, tag="0-4")

# --- step 2: the target task, features stay as they are
for p in net.features.parameters():
    p.requires_grad_(False)

optimizer = torch.optim.Adam(
    [p for p in net.parameters() if p.requires_grad], lr=5e-3
)
net.head = nn.Linear(net.head.in_features, 5)

n_train = sum(p.numel() for p in net.parameters() if p.requires_grad)
print("weights to train:", n_train)
train(net, optimizer, *split(high, 5), epochs=12, tag="5-9")
