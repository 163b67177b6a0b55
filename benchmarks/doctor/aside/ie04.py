import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(3)
torch.manual_seed(3)

# three kinds of signals which differ in frequency, random phase, some noise
SEQ_LEN = 50
FREQS = [1.0, 2.5, 5.0]


def make_signals(n):
    t = np.linspace(0, 1, SEQ_LEN)
    labels = rng.integers(0, 3, size=n)
    phase = rng.uniform(0, 2 * np.pi, size=(n, 1))
    freq = np.array(FREQS)[labels][:, None]
    sig = np.sin(2 * np.pi * freq * t + phase) + 0.1 * rng.normal(size=(n, SEQ_LEN))
    return torch.tensor(sig[:, :, None], dtype=torch.float32), torch.tensor(labels)


class SignalNet(nn.Module):
    def __init__(self, n_features=1, hidden=48, n_classes=3):
        super().__init__()
        self.lstm = nn.LSTM(n_features, hidden, num_layers=1)
        self.fc = nn.Linear(hidden, n_classes)

    def forward(self, x):
        # x: (batch, time, features)
        out, _ = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(last)


train_set = TensorDataset(*make_signals(1500))
valid_set = TensorDataset(*make_signals(400))
train_loader = DataLoader(train_set, batch_size=50, shuffle=True)
valid_loader = DataLoader(valid_set, batch_size=100)

net = SignalNet()
optim = torch.optim.Adam(net.parameters(), lr=5e-3)

for epoch in range(1, 16):
    net.train()
    losses = []
    for xb, yb in train_loader:
        loss = F.cross_entropy(net(xb), yb)
        optim.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optim.step()
        losses.append(loss.item())

    net.eval()
    correct = 0
    with torch.no_grad():
        for xb, yb in valid_loader:
            correct += (net(xb).argmax(dim=1) == yb).sum().item()
    print("epoch %2d  train loss %.4f  valid acc %.3f" % (epoch, np.mean(losses), correct / len(valid_set)))
