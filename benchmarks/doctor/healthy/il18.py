#!/usr/bin/env python
"""Transfer: a backbone trained on the digits 0-5, then frozen; a new head for 6-9 from 15 examples each,
after that the whole net at a low rate. Compared with the same net trained from scratch on the few examples."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits

torch.manual_seed(21)


def backbone():
    return nn.Sequential(
        nn.Conv2d(1, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(24, 48, 3, padding=1), nn.BatchNorm2d(48), nn.ReLU(), nn.Flatten(),
        nn.Linear(48 * 16, 64), nn.ReLU(),
    )


class Net(nn.Module):
    def __init__(self, body, n_classes, frozen=False):
        super().__init__()
        self.body, self.head = body, nn.Linear(64, n_classes)
        self.set_frozen(frozen)

    def set_frozen(self, frozen):
        self.frozen = frozen
        self.body.requires_grad_(not frozen)

    def train(self, mode=True):
        super().train(mode)
        if self.frozen:
            self.body.eval()  # running statistics belong to the frozen weights
        return self

    def forward(self, x):
        return self.head(self.body(x))


def fit(net, x, y, groups, epochs, batch):
    opt = torch.optim.AdamW(groups, weight_decay=1e-3)
    n_batches = max(1, len(x) // batch)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * n_batches)
    for _ in range(epochs):
        net.train()
        order = torch.randperm(len(x))
        for b in range(n_batches):
            idx = order[b * batch:(b + 1) * batch]
            opt.zero_grad()
            F.cross_entropy(net(x[idx]), y[idx]).backward()
            opt.step()
            sched.step()


@torch.no_grad()
def accuracy(net, x, y):
    net.eval()
    return (net(x).argmax(1) == y).float().mean().item()


data = load_digits()
images = torch.tensor(data.images / 16, dtype=torch.float32).unsqueeze(1)
labels = torch.tensor(data.target)

# ---- source task
src = torch.nonzero(labels <= 5).squeeze(1)
src = src[torch.randperm(len(src))]
src_train, src_val = src[:-200], src[-200:]
source = Net(backbone(), 6)
fit(source, images[src_train], labels[src_train], [{"params": source.parameters(), "lr": 2e-3}], epochs=12, batch=32)
print(f"source task, unseen rows: {accuracy(source, images[src_val], labels[src_val]):.3f}")

# ---- target task: 15 labelled rows per class, the others only for the score
few, rest = [], []
for c in (6, 7, 8, 9):
    rows = torch.nonzero(labels == c).squeeze(1)
    rows = rows[torch.randperm(len(rows))]
    few.append(rows[:15])
    rest.append(rows[15:])
few, rest = torch.cat(few), torch.cat(rest)
x_few, y_few, x_rest, y_rest = images[few], labels[few] - 6, images[rest], labels[rest] - 6

net = Net(copy.deepcopy(source.body), 4, frozen=True)
before = net.body[1].running_mean.clone()
fit(net, x_few, y_few, [{"params": net.head.parameters(), "lr": 1e-2}], epochs=60, batch=20)
assert torch.equal(before, net.body[1].running_mean)
print(f"new head on the frozen body:   {accuracy(net, x_rest, y_rest):.3f}")

net.set_frozen(False)
groups = [{"params": net.body.parameters(), "lr": 2e-4}, {"params": net.head.parameters(), "lr": 1e-3}]
fit(net, x_few, y_few, groups, epochs=40, batch=20)
print(f"then all of it, at a low rate: {accuracy(net, x_rest, y_rest):.3f}")

scratch = Net(backbone(), 4)
fit(scratch, x_few, y_few, [{"params": scratch.parameters(), "lr": 2e-3}], epochs=60, batch=20)
print(f"from scratch on the few:       {accuracy(scratch, x_rest, y_rest):.3f}")
