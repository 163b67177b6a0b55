"""LSTM that tells the shape of a noisy signal: sine, square, sawtooth or triangle."""
import math
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SHAPES = ["sine", "square", "sawtooth", "triangle"]
T = 48


def make_signals(n, seed):
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 4, n)
    period = rng.uniform(14, 22, (n, 1))
    phase = rng.uniform(0, 1, (n, 1))
    u = (np.arange(T) / period + phase) % 1.0
    waves = np.stack([
        np.sin(2 * math.pi * u),
        np.where(u < 0.5, 1.0, -1.0),
        2 * u - 1,
        1 - 4 * np.abs(u - 0.5),
    ])
    x = waves[kind, np.arange(n)] + 0.15 * rng.standard_normal((n, T))
    return (torch.tensor(x, dtype=torch.float32).unsqueeze(-1),   # (samples, time, 1)
            torch.tensor(kind))


class SignalLSTM(nn.Module):
    def __init__(self, input_size=1, hidden_size=48, num_classes=4):
        super().__init__()
        self.lstm = nn.LSTM(input_size, hidden_size, num_layers=1, batch_first=True)
        self.fc = nn.Sequential(nn.Linear(hidden_size, 32), nn.ReLU(), nn.Linear(32, num_classes))

    def forward(self, x):
        out, (h, c) = self.lstm(x)
        return self.fc(out[:, -1, :])


def run_epoch(model, loader, loss_fn, optimizer=None):
    model.train(optimizer is not None)
    loss_sum = hits = n = 0
    with torch.set_grad_enabled(optimizer is not None):
        for xb, yb in loader:
            scores = model(xb)
            loss = loss_fn(scores, yb)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
            loss_sum += loss.item() * len(yb)
            hits += (scores.argmax(1) == yb).sum().item()
            n += len(yb)
    return loss_sum / n, hits / n


if __name__ == "__main__":
    torch.manual_seed(4)
    train_dl = DataLoader(TensorDataset(*make_signals(2000, seed=0)), batch_size=50, shuffle=True)
    test_dl = DataLoader(TensorDataset(*make_signals(500, seed=1)), batch_size=50)

    model = SignalLSTM()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(1, 25):
        tr_loss, tr_acc = run_epoch(model, train_dl, loss_fn, optimizer)
        if epoch % 4 == 0:
            te_loss, te_acc = run_epoch(model, test_dl, loss_fn)
            print(f"epoch {epoch:2d} | train {tr_loss:.3f} {tr_acc:.3f} | test {te_loss:.3f} {te_acc:.3f}")
