import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)

# a noisy sum of two sines, one value per hour
t = np.arange(3000, dtype=np.float32)
series = np.sin(t / 6) + 0.5 * np.sin(t / 17) + 0.05 * np.random.default_rng(0).standard_normal(3000)
series = torch.tensor(series, dtype=torch.float32)
train, test = series[:2400], series[2400:]

BATCH, SEQ = 8, 25


def windows(values):
    """Cut the series into BATCH parallel tracks and yield consecutive chunks of SEQ steps."""
    track = (len(values) - 1) // BATCH
    x = values[: track * BATCH].view(BATCH, track, 1)
    y = values[1 : track * BATCH + 1].view(BATCH, track, 1)
    for start in range(0, track - SEQ + 1, SEQ):
        yield x[:, start : start + SEQ], y[:, start : start + SEQ]


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        out, state = self.lstm(x, state)
        return self.head(out), state


model = Forecaster()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

for epoch in range(1, 31):
    model.train()
    state, losses = None, []
    for x, y in windows(train):
        if state is not None:
            state = tuple(s.detach() for s in state)
        pred, state = model(x, state)
        loss = criterion(pred, y)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    if epoch % 5 == 0:
        print(f"epoch {epoch}: train mse {np.mean(losses):.4f}")

model.eval()
with torch.no_grad():
    pred, _ = model(test[:-1].view(1, -1, 1))
mse = criterion(pred.view(-1)[50:], test[1:][50:]).item()
naive = criterion(test[:-1][50:], test[1:][50:]).item()
print(f"test mse {mse:.4f}   (repeating the last value: {naive:.4f})")
