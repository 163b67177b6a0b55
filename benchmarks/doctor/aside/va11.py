"""Does the early part of a sensor trace drift upwards or downwards?"""
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_traces(n, length, channels, gen):
    x = torch.randn(n, length, channels, generator=gen)
    drift = torch.where(torch.rand(n, generator=gen) < 0.5, -1.0, 1.0)
    # the first channel carries the drift in the first half, then the sensor settles
    x[:, : length // 2, 0] += 0.8 * drift[:, None]
    return x, (drift > 0).long()


class TraceClassifier(nn.Module):
    def __init__(self, channels, hidden, classes=2):
        super().__init__()
        self.rnn = nn.LSTM(channels, hidden, num_layers=1)
        self.norm = nn.LayerNorm(hidden)
        self.out = nn.Linear(hidden, classes)

    def forward(self, x):
        # x: (batch, time, channels)
        states, _ = self.rnn(x)
        last = states[:, -1]
        return self.out(self.norm(last))


def accuracy(model, loader):
    model.eval()
    ok = n = 0
    with torch.inference_mode():
        for x, y in loader:
            ok += int((model(x).argmax(dim=-1) == y).sum())
            n += len(y)
    return ok / n


def main(opts):
    torch.manual_seed(opts.seed)
    gen = torch.Generator().manual_seed(opts.seed)
    train = TensorDataset(*make_traces(2000, opts.length, opts.channels, gen))
    valid = TensorDataset(*make_traces(500, opts.length, opts.channels, gen))
    train_dl = DataLoader(train, batch_size=50, shuffle=True)
    valid_dl = DataLoader(valid, batch_size=50)

    model = TraceClassifier(opts.channels, opts.hidden)
    loss_fn = nn.CrossEntropyLoss()
    optim = torch.optim.Adam(model.parameters(), lr=opts.lr)

    for epoch in range(1, opts.epochs + 1):
        model.train()
        running = 0.0
        for x, y in train_dl:
            loss = loss_fn(model(x), y)
            optim.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optim.step()
            running += loss.item()
        print(f"{epoch:2d}  loss {running / len(train_dl):.4f}  valid {accuracy(model, valid_dl):.3f}")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--length", type=int, default=20)
    p.add_argument("--channels", type=int, default=4)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=0)
    main(p.parse_args())
