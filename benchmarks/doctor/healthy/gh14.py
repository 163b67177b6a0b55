"""Mean teacher: 150 labelled digits, a thousand without label, the teacher is the moving average of the student."""
import copy
import math

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn import functional as F

STEPS, RAMP, MAX_W = 1200, 400, 8.0

torch.manual_seed(77)
digits = load_digits()
x = torch.tensor(digits.data, dtype=torch.float32) / 16
y = torch.tensor(digits.target)
order = torch.randperm(len(x), generator=torch.Generator().manual_seed(77))
x, y = x[order], y[order]
lab_x, lab_y = x[:150], y[:150]
free_x = x[150:1150]                 # their labels are not used anywhere
val_x, val_y = x[1150:1350], y[1150:1350]
test_x, test_y = x[1350:], y[1350:]


def noisy(v):
    return v + 0.08 * torch.randn_like(v)


student = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.3), nn.Linear(128, 128), nn.ReLU(), nn.Dropout(0.3),
                        nn.Linear(128, 10))
teacher = copy.deepcopy(student)
for p in teacher.parameters():
    p.requires_grad_(False)
teacher.train()      # the teacher is noisy too while it gives targets; evaluate() sets its own mode


@torch.no_grad()
def follow(step):
    keep = min(0.99, 1 - 1 / (step + 1))
    for t, s in zip(teacher.parameters(), student.parameters()):
        t.mul_(keep).add_(s, alpha=1 - keep)


@torch.no_grad()
def evaluate(net, a, b):
    mode = net.training
    net.eval()
    acc = (net(a).argmax(1) == b).float().mean().item()
    net.train(mode)
    return acc


opt = torch.optim.Adam(student.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: math.cos(7 * math.pi / 16 * s / STEPS))
student.train()
for step in range(STEPS):
    i = torch.randint(len(lab_x), (32,))
    j = torch.randint(len(free_x), (96,))
    both = torch.cat([lab_x[i], free_x[j]])
    out = student(noisy(both))
    with torch.no_grad():
        target = teacher(noisy(both)).softmax(-1)
    supervised = F.cross_entropy(out[:32], lab_y[i])
    consistency = F.mse_loss(out.softmax(-1), target)
    w = MAX_W * math.exp(-5 * (1 - min(1.0, step / RAMP)) ** 2)
    loss = supervised + w * consistency
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    follow(step)
    if step % 200 == 199:
        print(f"step {step + 1}: supervised {supervised.item():.3f} consistency {consistency.item():.4f} weight {w:.2f} "
              f"validation student {evaluate(student, val_x, val_y):.3f} teacher {evaluate(teacher, val_x, val_y):.3f}")

print(f"teacher on test: {evaluate(teacher, test_x, test_y):.3f}")
