import argparse

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

parser = argparse.ArgumentParser(description="adversarial training (FGSM with random start) on digits")
parser.add_argument("--eps", type=float, default=0.1)
parser.add_argument("--epochs", type=int, default=25)
parser.add_argument("--batch", type=int, default=96)
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--seed", type=int, default=3)
args = parser.parse_args()

torch.manual_seed(args.seed)
images, labels = load_digits(return_X_y=True)
a, test_x, b, test_y = train_test_split(images / 16.0, labels, test_size=0.2, random_state=args.seed, stratify=labels)
train_x, val_x, train_y, val_y = train_test_split(a, b, test_size=0.15, random_state=args.seed, stratify=b)
train_x, val_x, test_x = (torch.tensor(v, dtype=torch.float32).view(-1, 1, 8, 8) for v in (train_x, val_x, test_x))
train_y, val_y, test_y = (torch.tensor(v) for v in (train_y, val_y, test_y))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 32, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(32)
        self.c2 = nn.Conv2d(32, 32, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(32)
        self.out = nn.Linear(32 * 16, 10)

    def forward(self, x):
        x = F.relu(self.b1(self.c1(x)))
        x = F.max_pool2d(F.relu(self.b2(self.c2(x))), 2)
        return self.out(x.flatten(1))


def fgsm(model, x, y, eps):
    """The attack sees the network as it would be served: eval mode; the caller's mode comes back afterwards."""
    mode = model.training
    model.eval()
    delta = torch.empty_like(x).uniform_(-eps, eps).requires_grad_(True)
    loss = F.cross_entropy(model(x + delta), y)
    grad, = torch.autograd.grad(loss, delta)        # leaves .grad of the weights alone
    adv = (x + (delta.detach() + 1.25 * eps * grad.sign()).clamp(-eps, eps)).clamp(0, 1)
    model.train(mode)
    return adv


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        clean = (model(x).argmax(1) == y).float().mean().item()
    adv = fgsm(model, x, y, args.eps)
    with torch.no_grad():
        robust = (model(adv).argmax(1) == y).float().mean().item()
    return clean, robust


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9, nesterov=True, weight_decay=5e-4)
n_batches = (len(train_x) + args.batch - 1) // args.batch
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=args.lr, total_steps=args.epochs * n_batches, pct_start=0.3)

for epoch in range(args.epochs):
    model.train()
    total = 0.0
    for rows in torch.randperm(len(train_x)).split(args.batch):
        x, y = train_x[rows], train_y[rows]
        x_adv = fgsm(model, x, y, args.eps)
        optimizer.zero_grad()
        out = model(torch.cat([x, x_adv]))
        clean, adv = out.chunk(2)
        loss = 0.5 * F.cross_entropy(clean, y) + 0.5 * F.cross_entropy(adv, y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        total += loss.item() * len(rows)
    if (epoch + 1) % 5 == 0:
        c, r = evaluate(model, val_x, val_y)
        print(f"{epoch + 1:3d}  loss {total / len(train_x):.4f}  validation clean {c:.3f} robust {r:.3f}")

print("test clean %.3f, robust %.3f" % evaluate(model, test_x, test_y))
