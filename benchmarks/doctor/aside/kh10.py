# Forecast the next reading of several sensors. The LSTM keeps its state from one piece
# of the recording to the next, so it can remember further back than one piece is long.
import math

import torch
from torch import nn

torch.manual_seed(8)

N_SENSORS = 16
LENGTH = 1200
PIECE = 40
HIDDEN = 32


def recordings():
    t = torch.arange(LENGTH + 1, dtype=torch.float32)
    rows = []
    for _ in range(N_SENSORS):
        period = 30 + 60 * torch.rand(1)
        phase = 2 * math.pi * torch.rand(1)
        slow = 0.5 * torch.sin(2 * math.pi * t / (5 * period))
        rows.append(torch.sin(2 * math.pi * t / period + phase) + slow + 0.05 * torch.randn(LENGTH + 1))
    return torch.stack(rows).unsqueeze(-1)          # sensors x time x 1


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(1, HIDDEN, batch_first=True)
        self.readout = nn.Linear(HIDDEN, 1)

    def forward(self, x, state=None):
        out, state = self.lstm(x, state)
        return self.readout(out), state


def pieces(series):
    for start in range(0, series.shape[1] - 1, PIECE):
        stop = min(start + PIECE, series.shape[1] - 1)
        yield series[:, start:stop], series[:, start + 1 : stop + 1]


data = recordings()
train, valid = data[:12], data[12:]                  # other sensors for validation

model = Forecaster()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
mse = nn.MSELoss()

for epoch in range(15):
    model.train()
    state = None
    losses = []
    for x, y in pieces(train):
        guess, state = model(x, state)
        loss = mse(guess, y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())

    model.eval()
    with torch.no_grad():
        guess, _ = model(valid[:, :-1])
        val = mse(guess, valid[:, 1:]).item()
        naive = mse(valid[:, :-1], valid[:, 1:]).item()
    print(f"epoch {epoch:2d}  train {sum(losses) / len(losses):.4f}  valid {val:.4f}  (last value: {naive:.4f})")
