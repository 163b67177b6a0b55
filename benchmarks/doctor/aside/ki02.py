# Which of three frequencies is in a noisy trace? Small recurrent net on made-up signals.
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rng = np.random.default_rng(0)

STEPS = 48
CYCLES = [2.0, 4.0, 8.0]


def make_traces(n):
    labels = rng.integers(0, len(CYCLES), size=n)
    t = np.linspace(0.0, 1.0, STEPS)
    phase = rng.uniform(0, 2 * np.pi, size=(n, 1))
    freq = np.array(CYCLES)[labels][:, None]
    x = np.sin(2 * np.pi * freq * t[None, :] + phase)
    x += rng.normal(0, 0.1, size=x.shape)
    x = torch.tensor(x, dtype=torch.float32).unsqueeze(-1)      # (n, STEPS, 1)
    return TensorDataset(x, torch.tensor(labels, dtype=torch.long))


train_loader = DataLoader(make_traces(2000), batch_size=64, shuffle=True)
val_loader = DataLoader(make_traces(500), batch_size=64)
test_loader = DataLoader(make_traces(500), batch_size=64)


class TraceNet(nn.Module):
    def __init__(self, hidden=48, classes=3):
        super().__init__()
        self.lstm = nn.LSTM(input_size=1, hidden_size=hidden)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x):
        # x: (batch, steps, 1)
        out, _ = self.lstm(x)
        last = out[:, -1, :]
        return self.head(last)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    right, total = 0, 0
    for x, y in loader:
        right += (model(x).argmax(dim=1) == y).sum().item()
        total += len(y)
    return right / total


model = TraceNet()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(15):
    model.train()
    running, seen = 0.0, 0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        running += loss.item() * len(y)
        seen += len(y)
    print(f"epoch {epoch + 1:2d}  loss {running / seen:.4f}  val acc {accuracy(model, val_loader):.3f}")

print(f"test accuracy: {accuracy(model, test_loader):.3f}")
