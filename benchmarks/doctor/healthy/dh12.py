"""One step ahead on a noisy sum of waves; the GRU's state is carried from piece to piece and cut off from its past."""
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(6)
torch.manual_seed(6)

STREAMS, LENGTH, CUT, PIECE = 16, 1500, 1200, 50
t = np.arange(LENGTH)
phase = rng.uniform(0, 2 * np.pi, (STREAMS, 2, 1))
raw = 20 + 5 * np.sin(2 * np.pi * t / 24 + phase[:, 0]) + 3 * np.sin(2 * np.pi * t / 37 + phase[:, 1])
raw = raw + rng.normal(0, 0.3, raw.shape)

mu, sd = raw[:, :CUT].mean(), raw[:, :CUT].std()       # the past only
series = torch.tensor((raw - mu) / sd, dtype=torch.float32).unsqueeze(-1)
past, future = series[:, :CUT], series[:, CUT - 1:]    # one value in common: the last known one is the first input


class Forecaster(nn.Module):
    def __init__(self, width=48):
        super().__init__()
        self.gru = nn.GRU(1, width, batch_first=True)
        self.out = nn.Linear(width, 1)

    def forward(self, x, state=None):
        h, state = self.gru(x, state)
        return x + self.out(h), state                  # it predicts the change


model = Forecaster()
opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=6, gamma=0.3)

for epoch in range(18):
    model.train()
    state, losses = None, []                           # a new trip through the same history
    for i in range(0, CUT - 1, PIECE):                 # time order: no shuffling
        x = past[:, i:i + PIECE][:, :CUT - 1 - i]
        y = past[:, i + 1:i + 1 + x.shape[1]]
        guess, state = model(x, state)
        state = state.detach()
        loss = nn.functional.mse_loss(guess, y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        losses.append(loss.item())
    sched.step()
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: mse {np.mean(losses):.4f}")

model.eval()
with torch.no_grad():
    _, state = model(past[:, :-1])                     # warmed up on what is known
    guess, _ = model(future[:, :-1], state)
    err = (guess - future[:, 1:]).mul(sd).abs().mean().item()
    naive = (future[:, :-1] - future[:, 1:]).mul(sd).abs().mean().item()
print(f"last 300 steps, mean absolute error {err:.3f}; yesterday's value would give {naive:.3f}")
