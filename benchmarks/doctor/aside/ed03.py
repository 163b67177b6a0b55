# Next-value forecasting on several parallel series.
# The series are long, so they are cut into windows and the GRU state is handed
# from one window to the next.
import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(11)
torch.manual_seed(11)

N_SERIES, LENGTH, WINDOW = 16, 1201, 40
t = np.arange(LENGTH)
series = []
for _ in range(N_SERIES):
    period = rng.uniform(18, 45)
    phase = rng.uniform(0, 2 * np.pi)
    wave = np.sin(2 * np.pi * t / period + phase) + 0.4 * np.sin(4 * np.pi * t / period)
    series.append(wave + 0.05 * rng.standard_normal(LENGTH))
series = torch.tensor(np.stack(series), dtype=torch.float32)

CUT = 1001
past, future = series[:, :CUT], series[:, CUT - 1:]


def windows(block):
    """Consecutive (input, target) windows, target = input shifted by one."""
    for start in range(0, block.size(1) - 1, WINDOW):
        chunk = block[:, start:start + WINDOW + 1]
        yield chunk[:, :-1].unsqueeze(-1), chunk[:, 1:].unsqueeze(-1)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        y, state = self.gru(x, state)
        return self.out(y), state


model = Forecaster()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
mse = nn.MSELoss()

for epoch in range(1, 16):
    model.train()
    state = None
    losses = []
    for x, y in windows(past):
        optimizer.zero_grad()
        pred, state = model(x, state)
        loss = mse(pred, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    if epoch % 3 == 0:
        print(f"epoch {epoch:2d}  mse {np.mean(losses):.4f}")

# the part of the series that was not trained on; warm the state up on the past first
model.eval()
with torch.no_grad():
    _, state = model(past[:, :-1].unsqueeze(-1))
    errors = []
    for x, y in windows(future):
        pred, state = model(x, state)
        errors.append(mse(pred, y).item())
    naive = mse(future[:, :-1], future[:, 1:]).item()
print(f"held-out mse {np.mean(errors):.4f} (repeat-last-value: {naive:.4f})")
