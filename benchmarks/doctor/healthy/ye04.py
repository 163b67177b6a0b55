import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
np.random.seed(0)

SEQ, BATCH, HIDDEN, EPOCHS = 25, 8, 32, 15


def make_series(n_tracks, length):
    t = np.arange(length)
    tracks = []
    for _ in range(n_tracks):
        period = np.random.uniform(18, 30)
        phase = np.random.uniform(0, 2 * np.pi)
        tracks.append(np.sin(2 * np.pi * t / period + phase) + 0.05 * np.random.randn(length))
    return torch.tensor(np.stack(tracks), dtype=torch.float32).unsqueeze(-1)


class Forecaster(nn.Module):
    def __init__(self, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.lstm = nn.LSTM(1, hidden_size, batch_first=True)
        self.head = nn.Linear(hidden_size, 1)

    def init_hidden(self, batch_size):
        return (torch.zeros(1, batch_size, self.hidden_size),
                torch.zeros(1, batch_size, self.hidden_size))

    def forward(self, x, hidden):
        out, hidden = self.lstm(x, hidden)
        return self.head(out), hidden


series = make_series(BATCH, 1001)
train_series, test_series = series[:, :801], series[:, 800:]


def windows(data):
    for start in range(0, data.size(1) - SEQ, SEQ):
        x = data[:, start:start + SEQ]
        y = data[:, start + 1:start + SEQ + 1]
        yield x, y


model = Forecaster(HIDDEN)
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(1, EPOCHS + 1):
    model.train()
    hidden = model.init_hidden(BATCH)
    total = 0.0
    steps = 0
    for x, y in windows(train_series):
        optimizer.zero_grad()
        hidden = tuple(h.detach() for h in hidden)
        pred, hidden = model(x, hidden)
        loss = criterion(pred, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
        steps += 1

    model.eval()
    with torch.no_grad():
        h = model.init_hidden(BATCH)
        errors = []
        for x, y in windows(test_series):
            pred, h = model(x, h)
            errors.append(criterion(pred, y).item())
    print(f"epoch {epoch:2d}  train mse {total / steps:.4f}  test mse {np.mean(errors):.4f}")
