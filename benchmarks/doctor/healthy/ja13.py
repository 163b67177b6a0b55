"""PGD adversarial training on the digits (L-infinity ball).

Two networks with the same start are trained: on clean images and on adversarial ones. Both are
judged by clean accuracy and by accuracy under a stronger attack than the one used in training.
"""
import copy
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits

EPS = 0.12          # pixels lie in [0, 1]
SEED = 21


class SmallCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 32, 3, padding=1)
        self.bn = nn.BatchNorm2d(32)
        self.c2 = nn.Conv2d(32, 64, 3, padding=1)
        self.fc = nn.Linear(64 * 4, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn(self.c1(x))), 2)
        x = F.max_pool2d(F.relu(self.c2(x)), 2)
        return self.fc(x.flatten(1))


def pgd(model, x, y, steps, step_size, generator=None):
    """Attack with a random start. The network is in eval mode meanwhile and then as it was before."""
    mode = model.training
    model.eval()
    delta = (torch.rand(x.shape, generator=generator) * 2 - 1) * EPS
    adv = (x + delta).clamp(0, 1)
    for _ in range(steps):
        adv.requires_grad_(True)
        # autograd.grad: only the gradient of the image, nothing is added to the parameters' .grad
        (grad,) = torch.autograd.grad(F.cross_entropy(model(adv), y), adv)
        adv = adv.detach() + step_size * grad.sign()
        adv = torch.min(torch.max(adv, x - EPS), x + EPS).clamp(0, 1)
    model.train(mode)
    return adv.detach()


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def robust_accuracy(model, x, y, steps=20):
    # the attack needs gradients, so it is outside of no_grad; its random start is fixed
    adv = pgd(model, x, y, steps, EPS / 6, torch.Generator().manual_seed(0))
    return accuracy(model, adv, y)


def fit(model, train, val, adversarial, epochs=15, batch=64):
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)
    sched = torch.optim.lr_scheduler.MultiStepLR(opt, milestones=[9, 13], gamma=0.1)
    x, y = train
    select = robust_accuracy if adversarial else accuracy
    best, state = -1.0, None
    for epoch in range(epochs):
        model.train()
        for rows in torch.randperm(len(x)).split(batch):
            xb, yb = x[rows], y[rows]
            if adversarial:
                xb = pgd(model, xb, yb, steps=5, step_size=EPS / 3)
            loss = F.cross_entropy(model(xb), yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
        sched.step()
        score = select(model, *val)
        if score > best:
            best, state = score, copy.deepcopy(model.state_dict())
    model.load_state_dict(state)
    print(f"{'adversarial' if adversarial else 'clean':12s} training: best validation score {best:.3f}")
    return model


def main():
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    data = load_digits()
    X = torch.tensor(data.images, dtype=torch.float32).unsqueeze(1) / 16
    Y = torch.tensor(data.target)
    perm = torch.randperm(len(Y))
    tr, va, te = perm.split([1097, 300, 400])

    start = SmallCNN()
    nets = {
        "clean": fit(copy.deepcopy(start), (X[tr], Y[tr]), (X[va], Y[va]), adversarial=False),
        "adversarial": fit(copy.deepcopy(start), (X[tr], Y[tr]), (X[va], Y[va]), adversarial=True),
    }
    print(f"test rows {len(te)}, most frequent class {Y[te].eq(Y[tr].mode().values).float().mean():.3f}")
    for name, net in nets.items():
        print(f"{name:12s} test accuracy: clean {accuracy(net, X[te], Y[te]):.3f}   "
              f"PGD-40 {robust_accuracy(net, X[te], Y[te], steps=40):.3f}")
    os.makedirs("out/ja13", exist_ok=True)
    torch.save(nets["adversarial"].state_dict(), "out/ja13/robust.pt")


if __name__ == "__main__":
    main()
