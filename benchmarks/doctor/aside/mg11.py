"""One-step forecast of a long signal with an LSTM that keeps its state from window to window."""
import math

import torch
from torch import nn


def make_signal(n=6000):
    g = torch.Generator().manual_seed(4)
    t = torch.arange(n, dtype=torch.float32)
    wave = torch.sin(2 * math.pi * t / 25) + 0.5 * torch.sin(2 * math.pi * t / 160)
    return wave + 0.1 * torch.randn(n, generator=g)


def to_streams(signal, streams):
    """Cut one long signal into parallel streams: (streams, steps, 1)."""
    steps = len(signal) // streams
    return signal[: steps * streams].reshape(streams, steps, 1)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.lstm(x, state)
        return self.out(h), state


class Runner:
    window = 40

    def __init__(self, model, lr=3e-3):
        self.model = model
        self.loss = nn.MSELoss()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def windows(self, data):
        for start in range(0, data.size(1) - self.window, self.window):
            chunk = data[:, start:start + self.window + 1]
            yield chunk[:, :-1], chunk[:, 1:]

    def train_epoch(self, data):
        self.model.train()
        state, total, n = None, 0.0, 0
        for x, y in self.windows(data):
            self.optimizer.zero_grad()
            pred, state = self.model(x, state)
            loss = self.loss(pred, y)
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            total += loss.item()
            n += 1
        return total / n

    @torch.no_grad()
    def evaluate(self, data):
        self.model.eval()
        state, total, n = None, 0.0, 0
        for x, y in self.windows(data):
            pred, state = self.model(x, state)
            total += self.loss(pred, y).item()
            n += 1
        return total / n


def main():
    torch.manual_seed(0)
    signal = make_signal()
    cut = int(0.8 * len(signal))
    mean, std = signal[:cut].mean(), signal[:cut].std()
    signal = (signal - mean) / std
    train = to_streams(signal[:cut], streams=8)
    valid = to_streams(signal[cut:], streams=2)

    runner = Runner(Forecaster())
    for epoch in range(1, 16):
        a = runner.train_epoch(train)
        b = runner.evaluate(valid)
        print(f"epoch {epoch:2d}  train mse {a:.4f}  valid mse {b:.4f}")


main()
