"""Training that is broken off and goes on: the second half begins with everything the first half had."""
import os

import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch import nn

OUT = "out/dh16"
os.makedirs(OUT, exist_ok=True)
FILE = os.path.join(OUT, "state.pt")
TOTAL = 40

X, y = load_wine(return_X_y=True)
Xa, Xb, ya, yb = train_test_split(X, y, test_size=60, stratify=y, random_state=1)
m, s = Xa.mean(0), Xa.std(0)
Xa, Xb = (torch.tensor((v - m) / s, dtype=torch.float32) for v in (Xa, Xb))
ya, yb = torch.tensor(ya), torch.tensor(yb)


def build():
    net = nn.Sequential(nn.Linear(13, 32), nn.Tanh(), nn.Dropout(0.2), nn.Linear(32, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=0.1, total_steps=TOTAL * 4)
    return net, opt, sched


def epoch_of(net, opt, sched):
    net.train()
    for ix in torch.randperm(len(Xa)).chunk(4):
        opt.zero_grad()
        nn.functional.cross_entropy(net(Xa[ix]), ya[ix]).backward()
        opt.step()
        sched.step()


def save(net, opt, sched, epoch):
    torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "sched": sched.state_dict(),
                "epoch": epoch, "rng": torch.get_rng_state()}, FILE)


def run(stop, resume):
    torch.manual_seed(77)
    net, opt, sched = build()
    first = 0
    if resume:
        ck = torch.load(FILE, weights_only=True)
        net.load_state_dict(ck["net"])
        opt.load_state_dict(ck["opt"])
        sched.load_state_dict(ck["sched"])
        torch.set_rng_state(ck["rng"])
        first = ck["epoch"]
    for e in range(first, stop):
        epoch_of(net, opt, sched)
    save(net, opt, sched, stop)
    return net


@torch.no_grad()
def accuracy(net):
    net.eval()
    return (net(Xb).argmax(1) == yb).float().mean().item()


half = run(TOTAL // 2, resume=False)
print("unseen wines after the first half ", round(accuracy(half), 4))
whole = run(TOTAL, resume=True)
print("unseen wines after going on       ", round(accuracy(whole), 4))
straight = run(TOTAL, resume=False)
same = all(torch.allclose(a, b, atol=1e-6) for a, b in zip(whole.parameters(), straight.parameters()))
print("same weights as without the break:", same)
