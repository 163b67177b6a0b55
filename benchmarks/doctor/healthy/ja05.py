"""SimCLR-style pretraining on digits without labels, then a linear probe.

The encoder sees only the training images and never their labels.  With few labels
(LABELLED per class) a linear layer on the frozen encoder is compared with the same linear
layer on raw pixels and on an encoder that was not pretrained.
"""
import os
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 7
TEMPERATURE = 0.3
PRETRAIN_EPOCHS = 45
LABELLED = 10

random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)
torch.set_num_threads(1)


def augment(x):
    """Random shift by at most one pixel, random contrast, noise and a little dropout of pixels."""
    n = x.size(0)
    padded = F.pad(x, (1, 1, 1, 1))
    dy, dx = torch.randint(0, 3, (n, 1, 1)), torch.randint(0, 3, (n, 1, 1))
    rows = torch.arange(8).view(1, 8, 1) + dy
    cols = torch.arange(8).view(1, 1, 8) + dx
    x = padded[torch.arange(n).view(n, 1, 1), 0, rows, cols].unsqueeze(1)
    x = x * (0.7 + 0.6 * torch.rand(n, 1, 1, 1))
    x = x + 0.1 * torch.randn_like(x)
    return x * (torch.rand_like(x) > 0.1)


def nt_xent(z1, z2):
    z = F.normalize(torch.cat([z1, z2]), dim=1)
    sim = z @ z.T / TEMPERATURE
    sim.fill_diagonal_(float("-inf"))  # a view is not its own negative
    n = len(z1)
    partner = torch.cat([torch.arange(n, 2 * n), torch.arange(n)])
    return F.cross_entropy(sim, partner)


def make_encoder():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
        nn.Conv2d(32, 64, 3, stride=2, padding=1), nn.BatchNorm2d(64), nn.ReLU(),
        nn.Conv2d(64, 64, 3, stride=2, padding=1), nn.BatchNorm2d(64), nn.ReLU(),
        nn.Flatten(),
    )  # 64 * 2 * 2 = 256 features


@torch.no_grad()
def features(encoder, x):
    encoder.eval()
    return encoder(x)


def accuracy(layer, f, y):
    with torch.no_grad():
        return (layer(f).argmax(1) == y).float().mean().item()


def probe(f_tr, y_tr, f_va, y_va, f_te, y_te):
    """Linear layer; the weight decay is chosen on validation rows."""
    mean, std = f_tr.mean(0), f_tr.std(0).clamp_min(0.05)
    f_tr, f_va, f_te = [(f - mean) / std for f in (f_tr, f_va, f_te)]
    best = (-1.0, None)
    for wd in (0.0, 1e-3, 1e-2, 1e-1):
        layer = nn.Linear(f_tr.size(1), 10)
        opt = torch.optim.AdamW(layer.parameters(), lr=1e-2, weight_decay=wd)
        for _ in range(150):  # full batch: only a hundred rows
            opt.zero_grad()
            F.cross_entropy(layer(f_tr), y_tr).backward()
            opt.step()
        acc = accuracy(layer, f_va, y_va)
        if acc > best[0]:
            best = (acc, layer)
    return accuracy(best[1], f_te, y_te)


X, y = load_digits(return_X_y=True)
X = torch.tensor(X / 16, dtype=torch.float32).view(-1, 1, 8, 8)
y = torch.tensor(y)
rest, te = train_test_split(np.arange(len(y)), test_size=0.25, stratify=y, random_state=SEED)
tr, va = train_test_split(rest, test_size=0.2, stratify=y[rest], random_state=SEED)
few = np.concatenate([tr[y[tr].numpy() == c][:LABELLED] for c in range(10)])

encoder, head = make_encoder(), nn.Sequential(nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 32))
untrained = make_encoder()
opt = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-3)
steps_per_epoch = len(tr) // 128
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=PRETRAIN_EPOCHS * steps_per_epoch)
encoder.train()
for epoch in range(PRETRAIN_EPOCHS):
    order = np.random.permutation(tr)
    total = 0.0
    for b in range(steps_per_epoch):  # the incomplete last batch is left out
        x = X[order[b * 128:(b + 1) * 128]]
        loss = nt_xent(head(encoder(augment(x))), head(encoder(augment(x))))
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        total += loss.item()
    if (epoch + 1) % 15 == 0:
        print(f"epoch {epoch + 1}: NT-Xent {total / steps_per_epoch:.3f} (uniform guess: {np.log(255):.3f})")

for name, enc in (("SimCLR encoder", encoder), ("untrained encoder", untrained), ("raw pixels", nn.Flatten())):
    f = features(enc, X)
    acc = probe(f[few], y[few], f[va], y[va], f[te], y[te])
    print(f"{name:18s} test accuracy with {len(few)} labels: {acc:.3f}")
os.makedirs("out/ja05", exist_ok=True)
torch.save(encoder.state_dict(), "out/ja05/encoder.pt")
