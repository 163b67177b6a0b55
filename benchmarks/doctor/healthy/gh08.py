"""Sharpness-aware minimisation: two forward/backward passes for every update."""
import contextlib

import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class SAM:
    def __init__(self, base, rho=0.05):
        self.base, self.rho, self.backup = base, rho, []

    def params(self):
        return [p for group in self.base.param_groups for p in group["params"] if p.grad is not None]

    @torch.no_grad()
    def climb(self):
        ps = self.params()
        norm = torch.linalg.vector_norm(torch.stack([p.grad.norm() for p in ps])) + 1e-12
        self.backup = [(p, p.detach().clone()) for p in ps]
        for p in ps:
            p.add_(p.grad, alpha=(self.rho / norm).item())

    @torch.no_grad()
    def descend(self):
        for p, old in self.backup:
            p.copy_(old)
        self.backup = []
        self.base.step()


@contextlib.contextmanager
def frozen_bn(net):
    """The pass at the climbed point must not move the running statistics a second time."""
    layers = [m for m in net.modules() if isinstance(m, nn.modules.batchnorm._BatchNorm)]
    saved = [m.momentum for m in layers]
    for m in layers:
        m.momentum = 0.0
    try:
        yield
    finally:
        for m, old in zip(layers, saved):
            m.momentum = old


torch.manual_seed(21)
X, y = load_digits(return_X_y=True)
Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=300, random_state=21, stratify=y)
Xtr, Xva, ytr, yva = train_test_split(Xtr, ytr, test_size=250, random_state=21, stratify=ytr)
mu, sigma = Xtr.mean(), Xtr.std()
Xtr, Xva, Xte = [torch.tensor((v - mu) / sigma, dtype=torch.float32) for v in (Xtr, Xva, Xte)]
ytr, yva, yte = map(torch.tensor, (ytr, yva, yte))

net = nn.Sequential(nn.Linear(64, 128), nn.BatchNorm1d(128), nn.ReLU(),
                    nn.Linear(128, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 10))
base = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-3)
sam = SAM(base, rho=0.08)
EPOCHS, B = 25, 64
warmup = torch.optim.lr_scheduler.LinearLR(base, 0.1, 1.0, total_iters=3)
cosine = torch.optim.lr_scheduler.CosineAnnealingLR(base, T_max=EPOCHS - 3)
sched = torch.optim.lr_scheduler.SequentialLR(base, [warmup, cosine], milestones=[3])
ce = nn.CrossEntropyLoss()


def score(A, b):
    net.eval()
    with torch.no_grad():
        return (net(A).argmax(1) == b).float().mean().item()


for epoch in range(EPOCHS):
    net.train()
    for rows in torch.randperm(len(Xtr)).split(B):
        if len(rows) < 2:
            continue
        base.zero_grad()
        first = ce(net(Xtr[rows]), ytr[rows])
        first.backward()
        sam.climb()
        base.zero_grad()
        with frozen_bn(net):
            ce(net(Xtr[rows]), ytr[rows]).backward()
        sam.descend()
    sched.step()
    if epoch % 6 == 0 or epoch == EPOCHS - 1:
        print(epoch, f"loss {first.item():.4f}", f"validation {score(Xva, yva):.3f}")
print(f"test {score(Xte, yte):.3f}")
