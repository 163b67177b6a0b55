"""Sixteen sensors, one recurrent net that reads them in order and keeps its state between
chunks (truncated back-propagation through time)."""
import math
import os

import torch
from torch import nn

torch.manual_seed(15)
SENSORS, LENGTH, CHUNK, EPOCHS = 16, 1201, 40, 25


def make_sensors():
    t = torch.arange(LENGTH, dtype=torch.float32)
    period = torch.linspace(15, 45, SENSORS)[:, None]
    phase = 2 * math.pi * torch.rand(SENSORS, 1)
    level = torch.empty(SENSORS, 1).uniform_(5, 50)
    size = torch.empty(SENSORS, 1).uniform_(1, 6)
    wave = torch.sin(2 * math.pi * t / period + phase) + 0.1 * torch.randn(SENSORS, LENGTH)
    return level + size * wave


class Reader(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        y, state = self.rnn(x.unsqueeze(-1), state)
        # predicts the change against the last value
        return x + self.out(y).squeeze(-1), state


values = make_sensors()
train_end, val_end = 800, 1000                       # the rest is the test stretch
mean = values[:, :train_end].mean(dim=1, keepdim=True)
std = values[:, :train_end].std(dim=1, keepdim=True)
values = (values - mean) / std
inputs, targets = values[:, :-1], values[:, 1:]

# inputs[:, i] predicts values[:, i + 1]; the last training target is values[:, train_end - 1]
train_x, train_y = inputs[:, :train_end - 1], targets[:, :train_end - 1]

model = Reader()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
chunks = list(zip(train_x.split(CHUNK, dim=1), train_y.split(CHUNK, dim=1)))
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * len(chunks))


@torch.no_grad()
def error(start, end):
    """MSE on values[start:end]; the state is warmed up on all that came before."""
    model.eval()
    guess, _ = model(inputs[:, :end - 1])
    return nn.functional.mse_loss(guess[:, start - 1:], targets[:, start - 1:end - 1]).item()


def persistence(start, end):
    return nn.functional.mse_loss(values[:, start - 1:end - 1], values[:, start:end]).item()


best, best_state = math.inf, None
for epoch in range(EPOCHS):
    model.train()
    state = None                                     # every pass begins at the series' start
    total = 0.0
    for x, y in chunks:                              # in the order of time
        guess, state = model(x, state)
        state = state.detach()
        loss = nn.functional.mse_loss(guess, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        scheduler.step()
        total += loss.item() * y.numel()
    val = error(train_end, val_end)
    if val < best:
        best = val
        best_state = {k: v.detach().clone() for k, v in model.state_dict().items()}
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:2d}: train {total / train_y.numel():.4f}  validation {val:.4f}")

model.load_state_dict(best_state)
print(f"test {error(val_end, LENGTH):.4f}, last value repeated {persistence(val_end, LENGTH):.4f}")
os.makedirs("out/io15", exist_ok=True)
torch.save({"model": best_state, "mean": mean, "std": std}, "out/io15/reader.pt")
