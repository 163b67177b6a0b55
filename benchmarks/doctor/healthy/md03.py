"""Bearing diagnosis from acceleration: healthy, outer-race fault, inner-race fault.
The question in the plant is always "what about a machine we have not seen", so machines, not
windows, are dealt out to the three splits."""
import argparse
import pathlib

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

CLASSES = ("healthy", "outer", "inner")
FS, LENGTH = 2000, 512


def record(rng, label, n_windows):
    """One machine: its own speed, gain and noise level; windows are cut one after the other."""
    n = n_windows * LENGTH
    t = np.arange(n) / FS
    speed = rng.uniform(24.0, 31.0)
    signal = np.sin(2 * np.pi * speed * t + rng.uniform(0, 6)) + 0.4 * rng.standard_normal(n)
    if label:
        ratio, ring = ((3.6, 430.0), (5.4, 690.0))[label - 1]
        ring *= rng.uniform(0.95, 1.05)
        since = np.mod(t, 1.0 / (ratio * speed))
        burst = np.exp(-since * 250.0) * np.sin(2 * np.pi * ring * since)
        if label == 2:
            burst *= 0.6 + 0.4 * np.cos(2 * np.pi * speed * t)
        signal = signal + rng.uniform(1.2, 2.0) * burst
    return (rng.uniform(0.5, 2.0) * signal).reshape(n_windows, LENGTH)


class Net(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.c1 = nn.Conv1d(1, width, 15, stride=2, padding=7, bias=False)
        self.b1 = nn.BatchNorm1d(width)
        self.c2 = nn.Conv1d(width, width, 9, stride=2, padding=4, bias=False)
        self.b2 = nn.BatchNorm1d(width)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(2 * width, len(CLASSES))

    def forward(self, x):
        # every window is brought to mean 0 and spread 1 by itself, which removes the sensor's gain
        x = (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True)
        x = F.relu(self.b1(self.c1(x[:, None])))
        x = F.relu(self.b2(self.c2(x)))
        x = torch.cat([x.mean(-1), x.amax(-1)], dim=1)
        return self.out(self.drop(x))


def evaluate(net, x, y):
    net.eval()
    with torch.no_grad():
        logits = net(x)
    return F.cross_entropy(logits, y).item(), logits.argmax(1)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--machines-per-class", type=int, default=20)
    ap.add_argument("--windows", type=int, default=24)
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/md03"))
    a = ap.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(3)
    torch.manual_seed(3)

    parts = {"train": [], "val": [], "test": []}
    for label in range(len(CLASSES)):
        roles = ["train"] * (a.machines_per_class - 8) + ["val"] * 4 + ["test"] * 4
        for role in roles:                    # machines are exchangeable: each one is drawn afresh
            parts[role].append((record(rng, label, a.windows), label))
    data = {}
    for role, machines in parts.items():
        x = torch.tensor(np.concatenate([m for m, _ in machines]), dtype=torch.float32)
        y = torch.tensor([label for m, label in machines for _ in range(len(m))])
        data[role] = (x, y)
        print(role, len(machines), "machines,", len(x), "windows")

    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=a.lr)
    x, y = data["train"]
    best = float("inf")
    for epoch in range(a.epochs):
        net.train()
        for idx in torch.randperm(len(x)).split(64):
            loss = F.cross_entropy(net(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        val_loss, val_pred = evaluate(net, *data["val"])
        acc = (val_pred == data["val"][1]).float().mean().item()
        print(f"{epoch:2d} val loss {val_loss:.3f} val acc {acc:.3f}")
        if val_loss < best:
            best = val_loss
            torch.save(net.state_dict(), a.out / "best.pt")

    net.load_state_dict(torch.load(a.out / "best.pt", weights_only=True))
    _, pred = evaluate(net, *data["test"])
    truth = data["test"][1]
    k = len(CLASSES)
    confusion = torch.bincount(truth * k + pred, minlength=k * k).reshape(k, k)
    print("rows: truth, columns: prediction\n", confusion.numpy())
    for c, name in enumerate(CLASSES):
        print(f"recall {name:8s} {confusion[c, c].item() / confusion[c].sum().item():.3f}")
    by_machine = pred.reshape(-1, a.windows).mode(dim=1).values
    machine_truth = truth.reshape(-1, a.windows)[:, 0]
    print(f"windows right {(pred == truth).float().mean().item():.3f} (chance {1 / k:.3f}), "
          f"machines right by vote {(by_machine == machine_truth).float().mean().item():.3f}")


if __name__ == "__main__":
    main()
