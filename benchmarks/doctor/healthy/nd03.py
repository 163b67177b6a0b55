"""Lottery tickets on 8x8 digits (after Frankle & Carbin, 2019), small enough for a laptop.

ticket   : iterative magnitude pruning, survivors rewound to their first values
reinit   : the ticket's mask, but fresh random values       (control 1)
randmask : the ticket's first values, mask shuffled per layer (control 2)
"""
from dataclasses import dataclass, field

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


@dataclass
class Cfg:
    sizes: tuple = (64, 200, 80, 10)
    rounds: int = 5
    rate: float = 0.45            # of the surviving weights, per round
    rate_last: float = 0.225      # the output layer is pruned half as fast
    epochs: int = 20
    batch: int = 50
    lr: float = 2e-3
    seeds: list = field(default_factory=lambda: [0, 1, 2])


class MaskedLinear(nn.Linear):
    def __init__(self, i, o):
        super().__init__(i, o)
        self.register_buffer("mask", torch.ones(o, i))

    def forward(self, x):
        return F.linear(x, self.weight * self.mask, self.bias)


def build(cfg):
    layers = []
    for i, o in zip(cfg.sizes, cfg.sizes[1:]):
        layers += [MaskedLinear(i, o), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def linears(net):
    return [m for m in net if isinstance(m, MaskedLinear)]


def density(net):
    return torch.cat([l.mask.flatten() for l in linears(net)]).mean().item()


def load():
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")   # pixel values are 0..16 by definition
    xa, xte, ya, yte = train_test_split(x, y, test_size=500, stratify=y, random_state=0)
    xtr, xva, ytr, yva = train_test_split(xa, ya, test_size=300, stratify=ya, random_state=0)
    t = torch.as_tensor
    return (t(xtr), t(ytr)), (t(xva), t(yva)), (t(xte), t(yte))


@torch.no_grad()
def acc(net, xy):
    net.eval()
    return (net(xy[0]).argmax(1) == xy[1]).float().mean().item()


def fit(net, cfg, train, val):
    """Trains in place; leaves the weights of the best validation epoch."""
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    best = (-1.0, None)
    for _ in range(cfg.epochs):
        net.train()
        for idx in torch.randperm(len(train[0])).split(cfg.batch):
            opt.zero_grad(set_to_none=True)
            F.cross_entropy(net(train[0][idx]), train[1][idx]).backward()
            opt.step()
        a = acc(net, val)
        if a > best[0]:
            best = (a, {k: v.clone() for k, v in net.state_dict().items()})
    net.load_state_dict(best[1])
    return net


@torch.no_grad()
def prune(net, cfg):
    ls = linears(net)
    for l in ls:
        rate = cfg.rate_last if l is ls[-1] else cfg.rate
        alive = l.weight[l.mask.bool()].abs()
        k = int(rate * alive.numel())
        cut = alive.kthvalue(k).values
        l.mask.mul_((l.weight.abs() > cut).float())


@torch.no_grad()
def rewind(net, first):
    for name, p in net.named_parameters():
        p.copy_(first[name])


if __name__ == "__main__":
    cfg = Cfg()
    torch.set_num_threads(2)
    train, val, test = load()
    rows = {k: [] for k in ("dense", "ticket", "reinit", "randmask")}
    for seed in cfg.seeds:
        torch.manual_seed(seed)
        net = build(cfg)
        first = {k: v.detach().clone() for k, v in net.named_parameters()}
        fit(net, cfg, train, val)
        rows["dense"].append(acc(net, test))
        for _ in range(cfg.rounds):
            prune(net, cfg)
            rewind(net, first)
            fit(net, cfg, train, val)
        rows["ticket"].append(acc(net, test))

        reinit, shuffled = build(cfg), build(cfg)
        rewind(shuffled, first)
        for a, b, c in zip(linears(net), linears(reinit), linears(shuffled)):
            b.mask.copy_(a.mask)
            c.mask.copy_(a.mask.flatten()[torch.randperm(a.mask.numel())].view_as(a.mask))
        rows["reinit"].append(acc(fit(reinit, cfg, train, val), test))
        rows["randmask"].append(acc(fit(shuffled, cfg, train, val), test))
        print(f"seed {seed}: {density(net):.1%} of the weights left")

    print(f"\nmajority class {(test[1] == train[1].mode().values).float().mean():.3f}")
    for name, a in rows.items():
        a = torch.tensor(a)
        print(f"{name:9s} test accuracy {a.mean():.3f} +- {a.std():.3f} ({len(a)} seeds)")
