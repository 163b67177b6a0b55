"""Distillation: a big teacher, a small student, and the same student trained on the labels alone."""
import copy
from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(8)
torch.set_num_threads(2)

X, Y = load_digits(return_X_y=True)
Xtr, Xte, Ytr, Yte = train_test_split(X, Y, test_size=0.25, stratify=Y, random_state=0)
Xtr, Xva, Ytr, Yva = train_test_split(Xtr, Ytr, test_size=0.2, stratify=Ytr, random_state=0)


def as_ds(x, y):
    # pixel values go from 0 to 16: a known range, nothing estimated
    return TensorDataset(torch.as_tensor(x / 16.0, dtype=torch.float32), torch.as_tensor(y, dtype=torch.long))


train_ds, val_ds, test_ds = as_ds(Xtr, Ytr), as_ds(Xva, Yva), as_ds(Xte, Yte)
val_dl, test_dl = DataLoader(val_ds, 512), DataLoader(test_ds, 512)

make_teacher = lambda: nn.Sequential(
    nn.Linear(64, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.3),
    nn.Linear(256, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.3),
    nn.Linear(256, 10))
make_student = lambda: nn.Sequential(nn.Linear(64, 12), nn.ReLU(), nn.Linear(12, 10))


def accuracy(net, dl):
    net.eval()
    with torch.no_grad():
        good = sum((net(x).argmax(1) == y).sum().item() for x, y in dl)
    return good / len(dl.dataset)


def hard_loss(net, x, y):
    return F.cross_entropy(net(x), y)


def soft_loss(net, x, y, *, teacher, T=3.0, alpha=0.7):
    with torch.no_grad():
        target = F.softmax(teacher(x) / T, dim=1)
    logits = net(x)
    kd = F.kl_div(F.log_softmax(logits / T, dim=1), target, reduction="batchmean")
    # T*T puts the gradient of the soft part back on the scale of the hard part
    return alpha * T * T * kd + (1 - alpha) * F.cross_entropy(logits, y)


def fit(net, objective, epochs, lr, tag):
    # 1077 rows / 64 would leave a batch of 53: fine for the batch norm, so nothing is dropped
    dl = DataLoader(train_ds, batch_size=64, shuffle=True)
    opt = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9, nesterov=True, weight_decay=1e-4)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * len(dl))
    best, state = -1.0, None
    for epoch in range(epochs):
        net.train()
        for x, y in dl:
            loss = objective(net, x, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
        acc = accuracy(net, val_dl)
        if acc > best:
            best, state = acc, copy.deepcopy(net.state_dict())
    net.load_state_dict(state)
    print(f"{tag:>18}: best val accuracy {best:.4f}")
    return net


def n_params(net):
    return sum(p.numel() for p in net.parameters())


teacher = fit(make_teacher(), hard_loss, epochs=25, lr=0.05, tag="teacher")
teacher.eval().requires_grad_(False)

student = make_student()
twin = copy.deepcopy(student)          # same start for both students
student = fit(student, partial(soft_loss, teacher=teacher), epochs=40, lr=0.05, tag="distilled student")
twin = fit(twin, hard_loss, epochs=40, lr=0.05, tag="plain student")

print("\n           model  params  test accuracy")
for name, net in {"teacher": teacher, "distilled": student, "plain": twin}.items():
    print(f"{name:>16}  {n_params(net):6d}  {accuracy(net, test_dl):.4f}")
