#!/usr/bin/env python
"""Rents from CSV shards, streamed: nothing but a shuffle buffer is ever held in memory while training."""
import csv
import math
import pathlib
import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

FOLDER = pathlib.Path("out/jf08/shards")
UNKNOWN = 0


def write_shards(n_shards=16, rows=500):
    FOLDER.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(8)
    towns = [f"town{i:02d}" for i in range(30)]
    level = rng.normal(0, 150, len(towns))
    paths = [FOLDER / f"part-{s:03d}.csv" for s in range(n_shards)]
    for s, path in enumerate(paths):
        with path.open("w", newline="") as f:
            out = csv.writer(f)
            out.writerow(["town", "area", "rooms", "age", "rent"])
            # the last four towns joined the portal late: only late shards know them
            known = len(towns) if s >= 12 else len(towns) - 4
            for _ in range(rows):
                t = int(rng.integers(known))
                area, age = rng.gamma(6, 12), rng.uniform(0, 90)
                rooms = max(1, round(area / 25 + rng.normal(0, 0.6)))
                rent = 250 + 9 * area + 20 * rooms - 2.5 * age + level[t] + rng.normal(0, 60)
                out.writerow([towns[t], area, rooms, age, rent])
    return paths


def rows_of(path):
    with path.open(newline="") as f:
        for r in csv.DictReader(f):
            yield r["town"], (float(r["area"]), float(r["rooms"]), float(r["age"])), float(r["rent"])


def survey(paths):
    """One pass over the shards: the towns met, and mean and deviation of the numbers (Welford)."""
    towns, n, mean, m2 = {}, 0, np.zeros(4), np.zeros(4)
    for town, numbers, rent in (row for path in paths for row in rows_of(path)):
        towns.setdefault(town, len(towns) + 1)  # 0 stays free for towns never met
        n += 1
        value = np.array([*numbers, rent])
        delta = value - mean
        mean += delta / n
        m2 += delta * (value - mean)
    return towns, mean, np.sqrt(m2 / n)


class Shards(IterableDataset):
    def __init__(self, paths, towns, mean, std, buffer=0, hide=0.0):
        self.paths, self.towns, self.mean, self.std = paths, towns, mean, std
        self.buffer, self.hide, self.epoch = buffer, hide, 0

    def _encoded(self, paths, rng):
        for path in paths:
            for town, numbers, rent in rows_of(path):
                z = (np.array([*numbers, rent]) - self.mean) / self.std
                code = UNKNOWN if rng.random() < self.hide else self.towns.get(town, UNKNOWN)
                yield code, torch.tensor(z[:3], dtype=torch.float32), np.float32(z[3])

    def __iter__(self):
        info = get_worker_info()  # None in the main process; otherwise the shards are dealt out to the workers
        who, of = (info.id, info.num_workers) if info else (0, 1)
        rng = random.Random(1000 * self.epoch + who)
        pool = []
        for item in self._encoded(self.paths[who::of], rng):
            pool.append(item)
            if len(pool) > self.buffer:  # a buffer of 0 leaves the order as it is
                yield pool.pop(rng.randrange(len(pool)))
        rng.shuffle(pool)
        yield from pool


class Net(nn.Module):
    def __init__(self, n_towns):
        super().__init__()
        self.town = nn.Embedding(n_towns + 1, 8)
        self.body = nn.Sequential(nn.Linear(11, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, town, numbers):
        return self.body(torch.cat([self.town(town), numbers], dim=1)).squeeze(1)


@torch.no_grad()
def rmse(net, loader):
    net.eval()
    squares = torch.cat([(net(town, numbers) - rent) ** 2 for town, numbers, rent in loader])
    return math.sqrt(squares.mean().item())


def main():
    torch.manual_seed(0)
    paths = write_shards()
    train_p, val_p, test_p = paths[:10], paths[10:13], paths[13:]
    towns, mean, std = survey(train_p)
    train = Shards(train_p, towns, mean, std, buffer=1000, hide=0.05)
    # no persistent workers: each epoch's workers start with the dataset's present `epoch`
    train_loader = DataLoader(train, batch_size=64, num_workers=2)
    val_loader, test_loader = (DataLoader(Shards(p, towns, mean, std), batch_size=500) for p in (val_p, test_p))

    net = Net(len(towns))
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    best, kept = math.inf, None
    for epoch in range(8):
        train.epoch = epoch
        net.train()
        for town, numbers, rent in train_loader:
            loss = nn.functional.mse_loss(net(town, numbers), rent)
            opt.zero_grad()
            loss.backward()
            opt.step()
        score = rmse(net, val_loader)
        print(f"epoch {epoch}: validation RMSE {score * std[3]:.1f}")
        if score < best:
            best, kept = score, {k: v.clone() for k, v in net.state_dict().items()}
    net.load_state_dict(kept)
    dummy = math.sqrt(np.mean([(rent - mean[3]) ** 2 for p in test_p for _, _, rent in rows_of(p)]))
    print(f"test RMSE {rmse(net, test_loader) * std[3]:.1f}; always the training mean {dummy:.1f}")


if __name__ == "__main__":
    main()
