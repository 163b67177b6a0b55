"""Activity recognition from three-axis sensor segments.

Segments of a person resemble each other, so persons, not segments, are divided up.
"""
from collections import namedtuple

import numpy as np
import torch
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GroupShuffleSplit
from torch import nn

Split = namedtuple("Split", "x y")
ACTIVITIES = ("rest", "walk", "run")
LENGTH = 64


def make_people(n_people=60, per_person=24, seed=8):
    rng = np.random.default_rng(seed)
    t = np.arange(LENGTH) / 20.0  # 20 Hz
    xs, ys, who = [], [], []
    for person in range(n_people):
        pace = rng.normal(1.0, 0.12)
        strength = rng.lognormal(0.0, 0.2)
        tilt = rng.normal(0.0, 0.5, size=3)  # how the sensor sits
        for _ in range(per_person):
            act = rng.integers(3)
            hz, amp = ((0.3, 0.2), (1.8, 1.0), (2.8, 1.6))[act]
            phase = rng.uniform(0, 2 * np.pi, size=3)
            wave = amp * strength * np.sin(2 * np.pi * hz * pace * t[None] + phase[:, None])
            xs.append(wave + tilt[:, None] + rng.normal(0, 0.7, size=(3, LENGTH)))
            ys.append(act)
            who.append(person)
    return np.asarray(xs, dtype=np.float32), np.asarray(ys), np.asarray(who)


def split_by_person(x, y, who, seed=8):
    rest, test = next(GroupShuffleSplit(1, test_size=0.25, random_state=seed).split(x, y, who))
    a, b = next(GroupShuffleSplit(1, test_size=0.25, random_state=seed).split(rest, y[rest], who[rest]))
    train, val = rest[a], rest[b]
    assert not (set(who[train]) & set(who[val]) | set(who[train]) & set(who[test]) | set(who[val]) & set(who[test]))
    return train, val, test


def block(cin, cout):
    return nn.Sequential(nn.Conv1d(cin, cout, 5, padding=2), nn.BatchNorm1d(cout), nn.ReLU(), nn.MaxPool1d(2))


class SensorNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(block(3, 16), block(16, 32), block(32, 32))
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(32, len(ACTIVITIES))

    def forward(self, x):
        return self.out(self.drop(self.body(x).mean(dim=-1)))


def batches(split, size, rng):
    order = torch.randperm(len(split.y), generator=rng)
    for i in range(0, len(order), size):
        j = order[i:i + size]
        yield split.x[j], split.y[j]


@torch.no_grad()
def score(net, split):
    net.eval()
    return balanced_accuracy_score(split.y.numpy(), net(split.x).argmax(1).numpy())


def main():
    torch.manual_seed(8)
    rng = torch.Generator().manual_seed(8)
    x, y, who = make_people()
    idx = split_by_person(x, y, who)
    mean = x[idx[0]].mean(axis=(0, 2), keepdims=True)
    std = x[idx[0]].std(axis=(0, 2), keepdims=True)
    train, val, test = (Split(torch.from_numpy((x[i] - mean) / std), torch.from_numpy(y[i])) for i in idx)

    net = SensorNet()
    weight = 1.0 / torch.bincount(train.y, minlength=3).float()
    loss_fn = nn.CrossEntropyLoss(weight=weight / weight.mean())
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
    epochs = 20
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)

    kept = (-1.0, None, None)
    for epoch in range(epochs):
        net.train()
        for xb, yb in batches(train, 64, rng):
            opt.zero_grad()
            loss_fn(net(xb), yb).backward()
            opt.step()
        sched.step()  # once per epoch, T_max counts epochs
        v = score(net, val)
        if v > kept[0]:
            kept = (v, epoch, {k: t.clone() for k, t in net.state_dict().items()})

    net.load_state_dict(kept[2])
    print(f"best epoch {kept[1]} with {kept[0]:.3f} on the validation persons")
    print(f"balanced accuracy on unseen persons: {score(net, test):.3f} (guessing: {1 / 3:.3f})")


if __name__ == "__main__":
    main()
