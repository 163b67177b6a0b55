"""Stateful LSTM that forecasts the next value of several long sensor streams."""
import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(3)
rng = np.random.default_rng(3)

# 16 streams of 2400 readings: a slow and a fast wave each, plus a little noise
t = np.arange(2400)
streams = []
for _ in range(16):
    p1, p2 = rng.uniform(90, 140), rng.uniform(11, 19)
    wave = np.sin(2 * np.pi * t / p1 + rng.uniform(0, 6)) + 0.5 * np.sin(2 * np.pi * t / p2 + rng.uniform(0, 6))
    streams.append(wave + 0.05 * rng.standard_normal(len(t)))
data = torch.tensor(np.stack(streams), dtype=torch.float32).unsqueeze(-1)  # (16, 2400, 1)
train, test = data[:, :1800], data[:, 1800:]

CHUNK = 60


def chunks(x):
    for i in range(0, x.size(1) - 1, CHUNK):
        n = min(CHUNK, x.size(1) - 1 - i)
        yield x[:, i:i + n], x[:, i + 1:i + 1 + n]


class Forecaster(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.lstm(x, state)
        return x + self.out(h), state


def evaluate(model):
    model.eval()
    total, count, state = 0.0, 0, None
    with torch.no_grad():
        _, state = model(train[:, -200:], state)
        for x, y in chunks(test):
            pred, state = model(x, state)
            total += nn.functional.mse_loss(pred, y, reduction="sum").item()
            count += y.numel()
    return total / count


model = Forecaster()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

for epoch in range(1, 31):
    model.train()
    hidden = None
    losses = []
    for x, y in chunks(train):
        optimizer.zero_grad()
        pred, hidden = model(x, hidden)
        loss = criterion(pred, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  train mse {np.mean(losses):.4f}  test mse {evaluate(model):.4f}")

naive = nn.functional.mse_loss(test[:, :-1], test[:, 1:]).item()
print(f"final test mse {evaluate(model):.4f}  (repeat the last value: {naive:.4f})")
