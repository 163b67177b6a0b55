# Knowledge distillation: a wide teacher, a very narrow student.
# The same student is trained twice, once on the labels alone and once on labels + teacher.

import copy
import math
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedShuffleSplit
from torch import nn

os.makedirs("out/ja07", exist_ok=True)
torch.set_num_threads(1)


def split(y, seed):
    outer = StratifiedShuffleSplit(n_splits=1, test_size=0.2, random_state=seed)
    rest, test = next(outer.split(y, y))
    inner = StratifiedShuffleSplit(n_splits=1, test_size=0.25, random_state=seed)
    a, b = next(inner.split(rest, y[rest]))
    return rest[a], rest[b], test


digits = load_digits()
i_train, i_val, i_test = split(digits.target, 4)
X = torch.tensor(digits.data, dtype=torch.float32) / 16
Y = torch.tensor(digits.target, dtype=torch.long)


def net(width, p=0.0):
    return nn.Sequential(nn.Linear(64, width), nn.ReLU(), nn.Dropout(p), nn.Linear(width, 10))


def evaluate(model, idx):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        logits = model(X[idx])
    model.train(was_training)
    return F.cross_entropy(logits, Y[idx]).item(), (logits.argmax(-1) == Y[idx]).float().mean().item()


def hard_loss(logits, x, y):
    return F.cross_entropy(logits, y)


def distil_loss(teacher, T=4.0, alpha=0.7):
    teacher.eval()
    teacher.requires_grad_(False)

    def loss(logits, x, y):
        with torch.no_grad():
            t = teacher(x)
        # T^2 keeps the size of the soft gradients independent of the temperature
        soft = F.kl_div(F.log_softmax(logits / T, -1), F.log_softmax(t / T, -1),
                        reduction="batchmean", log_target=True) * T * T
        return alpha * soft + (1 - alpha) * F.cross_entropy(logits, y)

    return loss


def fit(model, loss_fn, epochs, lr, seed, bs=32):
    """Early-stopped by validation accuracy (ties: the lower validation loss)."""
    g = torch.Generator().manual_seed(seed)
    idx = torch.as_tensor(i_train)
    opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9, nesterov=True, weight_decay=1e-4)
    n_steps = epochs * math.ceil(len(idx) / bs)
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: 0.5 * (1 + math.cos(math.pi * s / n_steps)))
    key, state = (-1.0, -math.inf), None
    for _ in range(epochs):
        model.train()
        for rows in idx[torch.randperm(len(idx), generator=g)].split(bs):
            loss = loss_fn(model(X[rows]), X[rows], Y[rows])
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
        ce, acc = evaluate(model, i_val)
        if (acc, -ce) > key:
            key, state = (acc, -ce), copy.deepcopy(model.state_dict())
    model.load_state_dict(state)
    return model.eval()


torch.manual_seed(0)
teacher = fit(net(512, p=0.3), hard_loss, epochs=40, lr=0.05, seed=0)
print("teacher       val acc %.3f" % evaluate(teacher, i_val)[1])

torch.manual_seed(1)
start = net(10)
plain = fit(copy.deepcopy(start), hard_loss, epochs=40, lr=0.05, seed=1)
distilled = fit(copy.deepcopy(start), distil_loss(teacher), epochs=40, lr=0.05, seed=1)

majority = (Y[i_test] == Y[i_train].bincount().argmax()).float().mean().item()
print("majority      test acc %.3f" % majority)
for name, m in [("teacher", teacher), ("student alone", plain), ("student + KD", distilled)]:
    ce, acc = evaluate(m, i_test)
    params = sum(p.numel() for p in m.parameters())
    print(f"{name:14s}test acc {acc:.3f}  CE {ce:.3f}  parameters {params}")
torch.save(distilled.state_dict(), "out/ja07/student.pt")
