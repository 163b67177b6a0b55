"""Next-value forecast on many noisy waves, LSTM trained on windows one after the other.

Each row of the series tensor is one sensor; we walk through time in windows of 40 steps
and let the LSTM remember what it saw in the window before.
"""
import math

import torch
from torch import nn

torch.manual_seed(5)
torch.set_num_threads(2)

N_SENSORS = 48
LENGTH = 401
WINDOW = 40
EPOCHS = 6


def make_series():
    t = torch.arange(LENGTH, dtype=torch.float32)
    period = torch.empty(N_SENSORS, 1).uniform_(15.0, 45.0)
    phase = torch.empty(N_SENSORS, 1).uniform_(0.0, 2 * math.pi)
    wave = torch.sin(2 * math.pi * t / period + phase)
    wave = wave + 0.3 * torch.sin(4 * math.pi * t / period + phase)
    return (wave + 0.05 * torch.randn(N_SENSORS, LENGTH)).unsqueeze(-1)


def windows(series):
    """yields (input, target), target is the input one step later"""
    for start in range(0, LENGTH - 1, WINDOW):
        x = series[:, start : start + WINDOW]
        y = series[:, start + 1 : start + WINDOW + 1]
        yield x, y


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.lstm(x, state)
        return self.out(h), state


series = make_series()
train_series, val_series = series[:36], series[36:]   # other sensors for validation

model = Forecaster()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(EPOCHS):
    model.train()
    state = None
    losses = []
    for x, y in windows(train_series):
        optimizer.zero_grad()
        pred, state = model(x, state)
        loss = criterion(pred, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())

    model.eval()
    with torch.no_grad():
        state = None
        val_losses = []
        for x, y in windows(val_series):
            pred, state = model(x, state)
            val_losses.append(criterion(pred, y).item())

    print(
        f"epoch {epoch + 1}: train {sum(losses) / len(losses):.4f}"
        f"  val {sum(val_losses) / len(val_losses):.4f}"
    )
