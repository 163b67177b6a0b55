"""Knowledge distillation on 8x8 digits: conv teacher -> tiny tanh student.

Both nets and both choices of epoch use train / validation only. Test rows come in at the very end,
for teacher, distilled student and a student trained without teacher.
"""
from functools import partial

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch import nn

TEMPERATURE, ALPHA = 3.0, 0.7


def data(seed=0):
    d = load_digits()
    x = torch.tensor(d.images, dtype=torch.float32).unsqueeze(1) / 16
    y = torch.tensor(d.target, dtype=torch.long)
    perm = torch.randperm(len(y), generator=torch.Generator().manual_seed(seed))
    cut = perm.split([1000, 350, len(y) - 1350])
    return [(x[i], y[i]) for i in cut]


def teacher_net():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(),
        nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 16, 64), nn.ReLU(), nn.Linear(64, 10),
    )


def student_net():
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 12), nn.Tanh(), nn.Linear(12, 10))


def hard_loss(logits, x, y):
    return F.cross_entropy(logits, y)


def distil_loss(logits, x, y, *, teacher):
    with torch.no_grad():
        target = F.softmax(teacher(x) / TEMPERATURE, dim=1)
    soft = F.kl_div(F.log_softmax(logits / TEMPERATURE, dim=1), target, reduction="batchmean")
    # T^2 keeps the size of the soft gradients independent of the temperature
    return ALPHA * TEMPERATURE**2 * soft + (1 - ALPHA) * F.cross_entropy(logits, y)


@torch.no_grad()
def accuracy(net, split):
    was_training = net.training
    net.eval()
    x, y = split
    acc = (net(x).argmax(1) == y).float().mean().item()
    net.train(was_training)
    return acc


def train(net, loss_fn, train_split, val_split, epochs, lr, seed):
    g = torch.Generator().manual_seed(seed)
    x, y = train_split
    opt = torch.optim.AdamW(net.parameters(), lr=lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)
    best, state = -1.0, None
    net.train()
    for _ in range(epochs):
        for idx in torch.randperm(len(y), generator=g).split(50):
            loss = loss_fn(net(x[idx]), x[idx], y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        sched.step()  # per epoch, T_max counts epochs
        acc = accuracy(net, val_split)
        if acc > best:
            best, state = acc, {k: v.clone() for k, v in net.state_dict().items()}
    net.load_state_dict(state)
    net.eval()
    return best


def main():
    train_split, val_split, test_split = data()

    torch.manual_seed(1)
    teacher = teacher_net()
    v_teacher = train(teacher, hard_loss, train_split, val_split, epochs=20, lr=2e-3, seed=1)
    teacher.requires_grad_(False)  # stays in eval mode from here on

    torch.manual_seed(2)
    distilled = student_net()
    torch.manual_seed(2)
    alone = student_net()  # same start
    v_dist = train(distilled, partial(distil_loss, teacher=teacher), train_split, val_split, epochs=60, lr=5e-3, seed=3)
    v_alone = train(alone, hard_loss, train_split, val_split, epochs=60, lr=5e-3, seed=3)

    size = lambda net: sum(p.numel() for p in net.parameters())
    print(f"{'':12}{'weights':>8}{'val':>8}{'test':>8}")
    for name, net, v in (("teacher", teacher, v_teacher), ("distilled", distilled, v_dist), ("alone", alone, v_alone)):
        print(f"{name:12}{size(net):8d}{v:8.3f}{accuracy(net, test_split):8.3f}")


if __name__ == "__main__":
    main()
