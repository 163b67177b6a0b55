"""Distilling a convolutional teacher into a small student. Both networks live in this script; the student's
loss uses no label, only the teacher's softened outputs (temperature 3)."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED, TEMP, BATCH = 0, 3.0, 64


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32)
        self.conv2, self.bn2 = nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64)
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(64 * 4, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        return self.fc(self.drop(x.flatten(1)))


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))

    def forward(self, x):
        return self.net(x)


def iterate(n, gen):
    """index batches of one epoch, in a new order each time"""
    yield from torch.randperm(n, generator=gen).split(BATCH)


@torch.inference_mode()
def accuracy(net, x, y):
    was_training = net.training
    net.eval()
    acc = (net(x).argmax(1) == y).float().mean().item()
    net.train(was_training)
    return acc


def fit(net, loss_of, n_train, x_val, y_val, epochs, lr, gen, tag):
    steps = epochs * -(-n_train // BATCH)
    opt = torch.optim.AdamW(net.parameters(), lr=lr, weight_decay=1e-4)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=lr, total_steps=steps)
    best, best_state = -1.0, None
    for epoch in range(1, epochs + 1):
        net.train()
        mean = 0.0
        for idx in iterate(n_train, gen):
            loss = loss_of(net, idx)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            mean += loss.item() * len(idx) / n_train
        val = accuracy(net, x_val, y_val)
        if val > best:
            best, best_state = val, copy.deepcopy(net.state_dict())
        if epoch % 10 == 0:
            print(f"{tag} epoch {epoch:2d}  loss {mean:.4f}  valid {val:.4f}")
    net.load_state_dict(best_state)
    return net


def main():
    torch.manual_seed(SEED)
    gen = torch.Generator().manual_seed(SEED)
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X / 16.0, dtype=torch.float32).view(-1, 1, 8, 8)
    y = torch.tensor(y)
    tr, rest = train_test_split(range(len(y)), test_size=0.4, random_state=SEED, stratify=y.numpy())
    va, te = train_test_split(rest, test_size=0.5, random_state=SEED, stratify=y[rest].numpy())
    x_tr, y_tr, x_va, y_va, x_te, y_te = X[tr], y[tr], X[va], y[va], X[te], y[te]

    teacher = fit(Teacher(), lambda net, i: F.cross_entropy(net(x_tr[i]), y_tr[i]),
                  len(tr), x_va, y_va, epochs=20, lr=3e-3, gen=gen, tag="teacher")
    teacher.eval().requires_grad_(False)

    def distil(net, i):
        with torch.no_grad():
            target = F.log_softmax(teacher(x_tr[i]) / TEMP, dim=1)
        ours = F.log_softmax(net(x_tr[i]) / TEMP, dim=1)
        return F.kl_div(ours, target, log_target=True, reduction="batchmean") * TEMP ** 2

    student = fit(Student(), distil, len(tr), x_va, y_va, epochs=60, lr=5e-3, gen=gen, tag="student")
    size = lambda m: sum(p.numel() for p in m.parameters())
    print(f"teacher {size(teacher)} parameters, test {accuracy(teacher, x_te, y_te):.4f}")
    print(f"student {size(student)} parameters, test {accuracy(student, x_te, y_te):.4f}")


if __name__ == "__main__":
    main()
