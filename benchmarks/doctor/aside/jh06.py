# Which of two sensors peaks first? Sequence classification with an LSTM.
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(3)
rng = np.random.default_rng(3)

T = 20


def make(n):
    """two noisy sensors with one bump each, plus a third that is only noise"""
    t = np.arange(T)
    pos = np.stack([rng.permutation(np.arange(2, T - 2))[:2] for _ in range(n)])
    x = rng.normal(0, 0.2, size=(n, T, 3))
    for k in range(2):
        x[:, :, k] += 1.5 * np.exp(-0.5 * ((t[None] - pos[:, k:k + 1]) / 1.2) ** 2)
    y = (pos[:, 0] < pos[:, 1]).astype(np.int64)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


class PeakNet(nn.Module):
    def __init__(self, n_features=3, hidden=48, n_classes=2):
        super().__init__()
        self.lstm = nn.LSTM(n_features, hidden, num_layers=1)
        self.norm = nn.LayerNorm(hidden)
        self.fc = nn.Linear(hidden, n_classes)

    def forward(self, x):
        # x: (batch, time, features)
        out, _ = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(self.norm(last))


x_train, y_train = make(3000)
x_val, y_val = make(800)
mu, sd = x_train.mean((0, 1)), x_train.std((0, 1))
x_train, x_val = (x_train - mu) / sd, (x_val - mu) / sd

train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True)
val_loader = DataLoader(TensorDataset(x_val, y_val), batch_size=200)

net = PeakNet()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)

for epoch in range(12):
    net.train()
    total = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * len(yb)

    net.eval()
    hits = 0
    with torch.no_grad():
        for xb, yb in val_loader:
            hits += (net(xb).argmax(1) == yb).sum().item()
    print(f"epoch {epoch + 1:2d}  loss {total / len(y_train):.4f}  val acc {hits / len(y_val):.3f}")
