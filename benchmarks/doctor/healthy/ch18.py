"""One step ahead forecast with a GRU, against "tomorrow is like today"."""
import argparse
import copy
import math

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

WINDOW = 24


def make_series(n, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    noise = rng.normal(0, 0.1, n)
    return (10 + 2 * np.sin(2 * np.pi * t / 24) + np.sin(2 * np.pi * t / 7) + noise).astype("float32")


def windows(part):
    """Inputs of WINDOW values and the value after them, all from one stretch."""
    x = np.lib.stride_tricks.sliding_window_view(part, WINDOW + 1)
    x = torch.from_numpy(x.copy())
    return TensorDataset(x[:, :-1].unsqueeze(-1), x[:, -1])


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        states, _ = self.gru(x)
        change = self.out(states[:, -1]).squeeze(-1)
        return x[:, -1, 0] + change


@torch.no_grad()
def rmse(model, loader):
    was_training = model.training
    model.eval()
    errors = sum(((model(x) - y) ** 2).sum().item() for x, y in loader)
    model.train(was_training)
    return math.sqrt(errors / len(loader.dataset))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--seed", type=int, default=4)
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    series = make_series(2400, args.seed)
    past, middle, future = np.split(series, [1600, 2000])
    mean, std = past.mean(), past.std()
    train, valid, test = (windows((p - mean) / std) for p in (past, middle, future))

    train_loader = DataLoader(train, batch_size=64, shuffle=True, drop_last=True)
    valid_loader = DataLoader(valid, batch_size=512)
    test_loader = DataLoader(test, batch_size=512)

    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=4)
    huber = nn.HuberLoss()

    best = (math.inf, None)
    model.train()
    for epoch in range(1, args.epochs + 1):
        for x, y in train_loader:
            loss = huber(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        score = rmse(model, valid_loader)
        plateau.step(score)
        if score < best[0]:
            best = (score, copy.deepcopy(model.state_dict()))
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}  valid rmse {score * std:.4f}  lr {optimizer.param_groups[0]['lr']:.5f}")

    model.load_state_dict(best[1])
    x_test, y_test = test.tensors
    naive = ((x_test[:, -1, 0] - y_test) ** 2).mean().sqrt().item()
    print(f"test rmse: GRU {rmse(model, test_loader) * std:.4f}, naive {naive * std:.4f}")


if __name__ == "__main__":
    main()
