"""Domain-adversarial training (DANN) on two interleaving half moons.

The labelled source domain is the ordinary data, the target domain is the same
distribution turned by 30 degrees and comes without labels. A feature extractor
feeds a label head and, through a gradient reversal layer, a domain head.

The target labels are touched only once, in the final report.
"""
import argparse
import math

import numpy as np
import torch
from sklearn.datasets import make_moons
from torch import nn


class ReverseGrad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.strength * grad, None


def moons(n, seed, degrees=0.0):
    x, y = make_moons(n, noise=0.08, random_state=seed)
    x = x - np.array([0.5, 0.25])          # the centre of the shape, a constant
    a = math.radians(degrees)
    rot = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    return torch.tensor(x @ rot.T, dtype=torch.float32), torch.tensor(y)


class Net(nn.Module):
    def __init__(self, width=48):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.label = nn.Linear(width, 2)
        self.domain = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, x, strength=0.0):
        h = self.body(x)
        return self.label(h), self.domain(ReverseGrad.apply(h, strength)).squeeze(1)


@torch.no_grad()
def accuracy(net, x, y):
    net.eval()
    hit = (net(x)[0].argmax(1) == y).float().mean().item()
    net.train()
    return hit


def train(args, adversarial):
    torch.manual_seed(args.seed)
    gen = torch.Generator().manual_seed(args.seed)
    xs, ys = moons(1000, seed=1)
    xt, _ = moons(1000, seed=2, degrees=30)            # labels thrown away
    xv, yv = moons(400, seed=3)

    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    ce, bce = nn.CrossEntropyLoss(), nn.BCEWithLogitsLoss()
    steps_per_epoch = len(xs) // args.batch
    total = args.epochs * steps_per_epoch
    step = 0
    for epoch in range(args.epochs):
        ps = torch.randperm(len(xs), generator=gen)
        pt = torch.randperm(len(xt), generator=gen)
        for i in range(steps_per_epoch):
            s = ps[i * args.batch:(i + 1) * args.batch]
            t = pt[i * args.batch:(i + 1) * args.batch]
            strength = 2 / (1 + math.exp(-10 * step / total)) - 1
            opt.zero_grad()
            label_s, dom_s = net(xs[s], strength)
            loss = ce(label_s, ys[s])
            if adversarial:
                _, dom_t = net(xt[t], strength)
                loss = loss + args.weight * 0.5 * (bce(dom_s, torch.zeros_like(dom_s))
                                                   + bce(dom_t, torch.ones_like(dom_t)))
            loss.backward()
            opt.step()
            step += 1
        if (epoch + 1) % 20 == 0:
            print(f"  epoch {epoch + 1:3d}  last loss {loss.item():.3f}  source validation {accuracy(net, xv, yv):.3f}")
    return net


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--batch", type=int, default=50)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--weight", type=float, default=0.3)
    p.add_argument("--seed", type=int, default=0)
    args = p.parse_args()

    source_test = moons(1000, seed=4)
    target_test = moons(1000, seed=5, degrees=30)
    for name, flag in (("source only", False), ("with reversal", True)):
        print(name)
        net = train(args, flag)
        print(f"  {name}: source test {accuracy(net, *source_test):.3f}, "
              f"target test {accuracy(net, *target_test):.3f} (chance 0.5)")


if __name__ == "__main__":
    main()
