# Knowledge distillation on the 8x8 digits: a CNN teaches a narrow MLP that sees few labels.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(0)
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype(np.float32).reshape(-1, 1, 8, 8)
Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)
Xtr, Xte, ytr, yte = map(torch.as_tensor, (Xtr, Xte, ytr, yte))
labelled = torch.randperm(len(ytr), generator=torch.Generator().manual_seed(1))[:100]


def teacher_net():
    return nn.Sequential(nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(16, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
                         nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Dropout(0.2), nn.Linear(128, 10))


def student_net():
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 24), nn.GELU(), nn.Linear(24, 10))


def accuracy(net):
    net.eval()
    with torch.no_grad():
        return (net(Xte).argmax(1) == yte).float().mean().item()


def batches(index, size):
    # groups of one example would upset the batch norm, so the rest is left out
    p = index[torch.randperm(len(index))]
    return [b for b in p.split(size) if len(b) == size]


def train(net, index, epochs, lr, loss_fn, size=32):
    opt = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9, nesterov=True, weight_decay=5e-4)
    for e in range(epochs):
        for g in opt.param_groups:
            g["lr"] = lr * (1 - e / epochs)
        net.train()
        total = []
        for b in batches(index, size):
            loss = loss_fn(net(Xtr[b]), b)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total.append(loss.item())
        if e in (0, epochs // 2, epochs - 1):
            print(f"   epoch {e} loss {np.mean(total):.4f}")
    return accuracy(net)


everything = torch.arange(len(ytr))
print("teacher")
teacher = teacher_net()
print("  test", train(teacher, everything, 15, 0.1, lambda z, b: F.cross_entropy(z, ytr[b])))

print("student alone, 100 labels")
alone = student_net()
print("  test", train(alone, labelled, 60, 0.1, lambda z, b: F.cross_entropy(z, ytr[b]), size=20))

teacher.requires_grad_(False).eval()
with torch.no_grad():
    soft = teacher(Xtr)                              # the inputs never change: once is enough
T = 4.0
has_label = torch.zeros(len(ytr), dtype=torch.bool)
has_label[labelled] = True


def kd(z, b):
    loss = F.kl_div(F.log_softmax(z / T, 1), F.log_softmax(soft[b] / T, 1), reduction="batchmean", log_target=True) * T * T
    m = has_label[b]
    if m.any():
        loss = loss + 0.5 * F.cross_entropy(z[m], ytr[b][m])
    return loss


print("student with teacher")
print("  test", train(student_net(), everything, 30, 0.02, kd))
