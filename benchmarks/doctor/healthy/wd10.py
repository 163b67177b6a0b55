# Knowledge distillation on digits: a teacher MLP, then a small student that learns from its soft answers.
# The teacher sees only the training rows; it is frozen and in eval mode while the student learns.
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedShuffleSplit
from torch import nn

TEMP, ALPHA = 3.0, 0.7


def mlp(*sizes, p=0.0):
    layers = []
    for a, b in zip(sizes[:-2], sizes[1:-1]):
        layers += [nn.Linear(a, b), nn.ReLU(), nn.Dropout(p)]
    return nn.Sequential(*layers, nn.Linear(sizes[-2], sizes[-1]))


def three_way(y, seed):
    outer = StratifiedShuffleSplit(1, test_size=0.25, random_state=seed)
    rest, test = next(outer.split(y, y))
    inner = StratifiedShuffleSplit(1, test_size=0.2, random_state=seed)
    tr, va = next(inner.split(rest, y[rest]))
    return rest[tr], rest[va], test


@torch.no_grad()
def acc(net, x, y):
    was = net.training
    net.eval()
    r = (net(x).argmax(1) == y).float().mean().item()
    net.train(was)
    return r


def fit(net, loss_of, x, y, xv, yv, epochs, lr):
    opt = torch.optim.Adam(net.parameters(), lr=lr)
    best, state = -1, None
    for _ in range(epochs):
        net.train()
        for i in torch.randperm(len(x)).split(64):
            opt.zero_grad()
            loss_of(net(x[i]), x[i], y[i]).backward()
            opt.step()
        a = acc(net, xv, yv)
        if a > best:
            best, state = a, {k: v.clone() for k, v in net.state_dict().items()}
    net.load_state_dict(state)
    return best


torch.manual_seed(1)
X, Y = load_digits(return_X_y=True)
tr, va, te = three_way(Y, seed=1)
X, Y = torch.tensor(X / 16.0, dtype=torch.float32), torch.tensor(Y)
data = (X[tr], Y[tr], X[va], Y[va])


def hard(logits, xb, yb):
    return F.cross_entropy(logits, yb)


teacher = mlp(64, 256, 256, 10, p=0.3)
print("teacher val", round(fit(teacher, hard, *data, epochs=30, lr=1e-3), 4))
teacher.eval().requires_grad_(False)


def soft_and_hard(logits, xb, yb):
    with torch.no_grad():
        target = F.log_softmax(teacher(xb) / TEMP, dim=-1)
    kd = F.kl_div(F.log_softmax(logits / TEMP, dim=-1), target, reduction="batchmean", log_target=True)
    return ALPHA * TEMP ** 2 * kd + (1 - ALPHA) * F.cross_entropy(logits, yb)


torch.manual_seed(2)
student = mlp(64, 16, 10)
print("student val", round(fit(student, soft_and_hard, *data, epochs=40, lr=3e-3), 4))
torch.manual_seed(2)
alone = mlp(64, 16, 10)                       # same start, without a teacher, for comparison
print("alone   val", round(fit(alone, hard, *data, epochs=40, lr=3e-3), 4))

base = (Y[te] == Y[tr].bincount().argmax()).float().mean().item()
for name, net in (("teacher", teacher), ("student", student), ("alone", alone)):
    print(f"test {name:8s} {acc(net, X[te], Y[te]):.4f}")
print(f"test majority {base:.4f}")
os.makedirs("out/wd10", exist_ok=True)
torch.save(student.state_dict(), "out/wd10/student.pt")
