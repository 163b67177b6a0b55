"""Mean teacher on the digits: 50 labelled pictures, the others without labels.

* student: cross-entropy on the labelled rows + consistency with the teacher on all rows
* teacher: exponential moving average of the student, never touched by an optimizer
The number of steps is fixed beforehand; the validation rows only watch.
"""
import copy
import math

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

STEPS, RAMP, MAX_WEIGHT, DECAY = 1500, 500, 20.0, 0.99


def data():
    X, y = load_digits(return_X_y=True)
    X = X.astype(np.float32) / 16.0
    Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=400, stratify=y, random_state=0)
    Xtr, Xva, ytr, yva = train_test_split(Xtr, ytr, test_size=200, stratify=ytr, random_state=0)
    Xla, Xun, yla, _ = train_test_split(Xtr, ytr, train_size=50, stratify=ytr, random_state=0)
    t = torch.from_numpy
    return t(Xla), t(yla), t(Xun), (t(Xva), t(yva)), (t(Xte), t(yte))


def make_net():
    return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.3),
                         nn.Linear(128, 128), nn.ReLU(), nn.Dropout(0.3), nn.Linear(128, 10))


def jitter(x):
    return x + 0.1 * torch.randn_like(x)


@torch.no_grad()
def accuracy(net, rows):
    was = net.training
    net.eval()
    hit = (net(rows[0]).argmax(1) == rows[1]).float().mean().item()
    net.train(was)
    return hit


@torch.no_grad()
def follow(teacher, student, step):
    d = min(DECAY, 1 - 1 / (step + 1))          # a plain average at the very beginning
    for pt, ps in zip(teacher.parameters(), student.parameters()):
        pt.lerp_(ps, 1 - d)


def run(consistency):
    torch.manual_seed(0)
    Xla, yla, Xun, val, test = data()
    student = make_net()
    teacher = copy.deepcopy(student).requires_grad_(False)
    student.train()
    teacher.eval()                              # noise comes from the input, not from dropout
    opt = torch.optim.Adam(student.parameters(), lr=1e-3)
    for step in range(1, STEPS + 1):
        unl = Xun[torch.randint(len(Xun), (100,))]
        logits = student(jitter(Xla))           # all 50 labelled rows at every step
        loss = F.cross_entropy(logits, yla)
        if consistency:
            weight = MAX_WEIGHT * math.exp(-5 * (1 - min(1.0, step / RAMP)) ** 2)
            both = torch.cat([Xla, unl])
            with torch.no_grad():
                wanted = teacher(jitter(both)).softmax(1)
            loss = loss + weight * F.mse_loss(student(jitter(both)).softmax(1), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        follow(teacher, student, step)
        if step % 500 == 0:
            print(f"  step {step}: loss {loss.item():.3f}  validation student {accuracy(student, val):.3f} "
                  f"teacher {accuracy(teacher, val):.3f}")
    return accuracy(student, test), accuracy(teacher, test)


if __name__ == "__main__":
    print("50 labels only")
    alone = run(False)
    print("mean teacher")
    both = run(True)
    print(f"test accuracy (chance 0.10): labels only {alone[0]:.3f} (averaged {alone[1]:.3f}); "
          f"mean teacher: student {both[0]:.3f}, teacher {both[1]:.3f}")
