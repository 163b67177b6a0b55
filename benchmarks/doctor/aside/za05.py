import math

import numpy as np
import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, hidden_size=32):
        super().__init__()
        self.hidden_size = hidden_size
        self.lstm = nn.LSTM(1, hidden_size, batch_first=True)
        self.head = nn.Linear(hidden_size, 1)

    def init_hidden(self, batch_size):
        h = torch.zeros(1, batch_size, self.hidden_size)
        c = torch.zeros(1, batch_size, self.hidden_size)
        return h, c

    def forward(self, x, hidden):
        out, hidden = self.lstm(x, hidden)
        return self.head(out), hidden


def make_series(n_series, length, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(length)
    rows = []
    for _ in range(n_series):
        phase = rng.uniform(0, 2 * math.pi)
        period = rng.uniform(18, 30)
        rows.append(np.sin(2 * math.pi * t / period + phase) + rng.normal(0, 0.05, length))
    return torch.tensor(np.stack(rows), dtype=torch.float32).unsqueeze(-1)


def windows(series, bptt):
    for start in range(0, series.size(1) - 1, bptt):
        stop = min(start + bptt, series.size(1) - 1)
        yield series[:, start:stop], series[:, start + 1:stop + 1]


def train_epoch(model, series, optimizer, criterion, bptt):
    model.train()
    hidden = model.init_hidden(series.size(0))
    total, steps = 0.0, 0
    for x, y in windows(series, bptt):
        optimizer.zero_grad()
        pred, hidden = model(x, hidden)
        loss = criterion(pred, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
        steps += 1
    return total / steps


@torch.no_grad()
def evaluate(model, series, criterion, bptt):
    model.eval()
    hidden = model.init_hidden(series.size(0))
    losses = []
    for x, y in windows(series, bptt):
        pred, hidden = model(x, hidden)
        losses.append(criterion(pred, y).item())
    return sum(losses) / len(losses)


if __name__ == "__main__":
    torch.manual_seed(7)
    BPTT = 25
    train_series = make_series(24, 301, seed=0)
    valid_series = make_series(8, 301, seed=1)

    model = Forecaster()
    criterion = nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

    naive = criterion(valid_series[:, :-1], valid_series[:, 1:]).item()
    print(f"last-value baseline mse {naive:.4f}")
    for epoch in range(1, 16):
        train_loss = train_epoch(model, train_series, optimizer, criterion, BPTT)
        valid_loss = evaluate(model, valid_series, criterion, BPTT)
        print(f"epoch {epoch:2d} | train mse {train_loss:.4f} | valid mse {valid_loss:.4f}")
