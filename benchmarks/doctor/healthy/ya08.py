import argparse
import numpy as np
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset


def make_series(n, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    y = np.sin(2 * np.pi * t / 24) + 0.5 * np.sin(2 * np.pi * t / 60 + 1.0)
    return (y + 0.05 * rng.standard_normal(n)).astype(np.float32)


def windows(series, length):
    xs = np.stack([series[i:i + length] for i in range(len(series) - length)])
    ys = series[length:]
    return torch.from_numpy(xs).unsqueeze(-1), torch.from_numpy(ys).unsqueeze(-1)


class Forecaster(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, 1)

    def forward(self, x):
        out, _ = self.gru(x)
        return self.fc(out[:, -1])


def train_one_epoch(model, loader, optimizer, scheduler, loss_fn):
    model.train()
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * x.size(0)
    return total / len(loader.dataset)


def evaluate(model, loader, loss_fn):
    model.eval()
    total = 0
    with torch.no_grad():
        for x, y in loader:
            total += loss_fn(model(x), y).item() * x.size(0)
    return total / len(loader.dataset)


def main(args):
    torch.manual_seed(args.seed)
    series = make_series(1600, args.seed)
    x, y = windows(series, args.window)
    split = int(0.8 * len(x))
    train_loader = DataLoader(TensorDataset(x[:split], y[:split]), batch_size=args.batch_size, shuffle=True)
    test_loader = DataLoader(TensorDataset(x[split:], y[split:]), batch_size=256)

    model = Forecaster(args.hidden)
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    scheduler = StepLR(optimizer, step_size=args.lr_step, gamma=args.gamma)

    for epoch in range(1, args.epochs + 1):
        train_loss = train_one_epoch(model, train_loader, optimizer, scheduler, loss_fn)
        scheduler.step()
        test_loss = evaluate(model, test_loader, loss_fn)
        print(f"epoch {epoch:2d}  train mse {train_loss:.4f}  test mse {test_loss:.4f}")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--window", type=int, default=30)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--lr-step", type=int, default=4, help="halve the learning rate every N epochs")
    p.add_argument("--gamma", type=float, default=0.5)
    p.add_argument("--seed", type=int, default=5)
    main(p.parse_args())
