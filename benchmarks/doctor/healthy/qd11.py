"""Knowledge distillation (Hinton et al., 2015): a wide teacher, a narrow student, few labels.

The student sees labels for 100 of the training images and the teacher's soft outputs for
all of them (the teacher itself was trained with every label).  We compare it with the same student without a teacher, over three seeds.
"""
import statistics

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

T, ALPHA, LABELLED = 4.0, 0.7, 100
torch.set_num_threads(2)


def mlp(*sizes, p=0.0):
    parts = []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        parts.append(nn.Linear(a, b))
        if i < len(sizes) - 2:
            parts += [nn.ReLU(), nn.Dropout(p)]
    return nn.Sequential(*parts)


def fit(net, n_rows, loss_on, steps, lr=2e-3, size=64):
    """loss_on(net, rows) -> scalar.  A fixed number of steps, rows drawn with replacement."""
    opt = torch.optim.Adam(net.parameters(), lr=lr)
    sched = torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.05, total_iters=steps)
    net.train()
    for _ in range(steps):
        loss = loss_on(net, torch.randint(n_rows, (size,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
    return net.eval()


@torch.no_grad()
def acc(net, x, y):
    return (net(x).argmax(1) == y).float().mean().item()


x, y = load_digits(return_X_y=True)
x = torch.tensor(x / 16.0, dtype=torch.float32)
y = torch.tensor(y)
i_train, i_test = train_test_split(torch.arange(len(y)).numpy(), test_size=0.3,
                                   stratify=y.numpy(), random_state=0)
x_train, y_train, x_test, y_test = x[i_train], y[i_train], x[i_test], y[i_test]

torch.manual_seed(0)
teacher = fit(
    mlp(64, 256, 256, 10, p=0.3), len(x_train),
    lambda net, rows: F.cross_entropy(net(x_train[rows]), y_train[rows]),
    steps=800,
)
teacher.requires_grad_(False)
with torch.no_grad():
    soft = F.log_softmax(teacher(x_train) / T, dim=1)     # once, in eval mode, never changes
print(f"teacher   test acc {acc(teacher, x_test, y_test):.4f}")


def hard_only(net, rows):
    # draws its own rows: only the first LABELLED of the (shuffled) training part count as labelled
    rows = torch.randint(LABELLED, rows.shape)
    return F.cross_entropy(net(x_train[rows]), y_train[rows])


def distilled(net, rows):
    student = F.log_softmax(net(x_train[rows]) / T, dim=1)
    kd = F.kl_div(student, soft[rows], reduction="batchmean", log_target=True) * T * T
    return ALPHA * kd + (1 - ALPHA) * hard_only(net, rows)


scores = {"alone": [], "distilled": []}
for seed in (1, 2, 3):
    for name, objective in (("alone", hard_only), ("distilled", distilled)):
        torch.manual_seed(seed)
        net = fit(mlp(64, 16, 10), len(x_train), objective, steps=1500)
        scores[name].append(acc(net, x_test, y_test))

for name, values in scores.items():
    print(f"{name:9s} test acc {statistics.mean(values):.4f} +- {statistics.stdev(values):.4f}  (n=3)")
print(f"guessing           {(y_test == y_train.mode().values).float().mean().item():.4f}")
