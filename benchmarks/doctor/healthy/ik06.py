"""Mean teacher on the digits: 150 labelled rows, the other training rows without labels.

The teacher is a moving average of the student. It never gets a gradient.
"""
import copy
import itertools
import math

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(64, 128), nn.LayerNorm(128), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(128, 128), nn.LayerNorm(128), nn.ReLU(),
            nn.Linear(128, 10))

    def forward(self, x):
        return self.layers(x)


@torch.no_grad()
def move_teacher(teacher, student, step, decay=0.98):
    decay = min(decay, (step + 1) / (step + 10))        # follow quickly at the start
    for t, s in zip(teacher.parameters(), student.parameters()):
        t.lerp_(s, 1 - decay)


@torch.no_grad()
def accuracy(model, x, y):
    model.eval()
    return (model(x).argmax(dim=1) == y).float().mean().item()


def jitter(x, generator):
    return x + 0.1 * torch.randn(x.shape, generator=generator)


def main():
    torch.manual_seed(5)
    g = torch.Generator().manual_seed(5)
    d = load_digits()
    x = torch.tensor(d.data, dtype=torch.float32) / 16
    y = torch.tensor(d.target, dtype=torch.long)
    perm = torch.randperm(len(x), generator=g)
    lab, unl, val, test = perm[:150], perm[150:1200], perm[1200:1450], perm[1450:]

    labelled = DataLoader(TensorDataset(x[lab], y[lab]), batch_size=30, shuffle=True)
    unlabelled = DataLoader(TensorDataset(x[unl]), batch_size=150, shuffle=True)

    student = Net()
    teacher = copy.deepcopy(student).requires_grad_(False)
    teacher.eval()

    epochs = 60
    total_steps = epochs * len(unlabelled)
    opt = torch.optim.Adam(student.parameters(), lr=2e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=total_steps)

    def endless(loader):
        # a new pass (and a new shuffle) each time; itertools.cycle would repeat the first one
        for _ in itertools.count():
            yield from loader

    stream = endless(labelled)
    step = 0
    for epoch in range(1, epochs + 1):
        student.train()
        teacher.eval()
        sup_sum = cons_sum = 0.0
        for (xu,) in unlabelled:
            xl, yl = next(stream)
            supervised = F.cross_entropy(student(jitter(xl, g)), yl)
            with torch.no_grad():
                target = teacher(jitter(xu, g)).softmax(dim=1)
            consistency = F.mse_loss(student(jitter(xu, g)).softmax(dim=1), target)
            ramp = math.exp(-5 * (1 - min(1.0, step / (0.3 * total_steps))) ** 2)
            loss = supervised + 10.0 * ramp * consistency
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            move_teacher(teacher, student, step)
            step += 1
            sup_sum += supervised.item()
            cons_sum += consistency.item()
        if epoch % 10 == 0:
            n = len(unlabelled)
            print(f"epoch {epoch:2d}  sup {sup_sum / n:.4f}  cons {cons_sum / n:.5f}  "
                  f"val student {accuracy(student, x[val], y[val]):.4f}  "
                  f"val teacher {accuracy(teacher, x[val], y[val]):.4f}")

    print(f"test teacher {accuracy(teacher, x[test], y[test]):.4f}")


main()
