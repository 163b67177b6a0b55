"""Digits with an exponential moving average of the weights; the averaged copy is the one we ship."""
import copy
import math
import os
import random

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

OUT = "out/gh01"
SEED = 7
EPOCHS = 30
BATCH = 64


def seed_all(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def make_net():
    return nn.Sequential(
        nn.Conv2d(1, 24, 3, padding=1), nn.GELU(),
        nn.Conv2d(24, 48, 3, padding=1, stride=2), nn.GELU(),
        nn.Flatten(),
        nn.Dropout(0.25),
        nn.Linear(48 * 4 * 4, 64), nn.LayerNorm(64), nn.GELU(),
        nn.Linear(64, 10),
    )


@torch.no_grad()
def accuracy(net, loader):
    was_training = net.training
    net.eval()
    hit = n = 0
    for x, y in loader:
        hit += (net(x).argmax(-1) == y).sum().item()
        n += y.numel()
    net.train(was_training)
    return hit / n


def main():
    os.makedirs(OUT, exist_ok=True)
    seed_all(SEED)
    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype("float32").reshape(-1, 1, 8, 8)
    idx = np.arange(len(y))
    rest, test = train_test_split(idx, test_size=0.2, stratify=y, random_state=SEED)
    train, valid = train_test_split(rest, test_size=0.2, stratify=y[rest], random_state=SEED)

    def ds(rows):
        return TensorDataset(torch.from_numpy(X[rows]), torch.from_numpy(y[rows]).long())

    g = torch.Generator().manual_seed(SEED)
    train_dl = DataLoader(ds(train), BATCH, shuffle=True, drop_last=True, generator=g)
    valid_dl = DataLoader(ds(valid), 256)
    test_dl = DataLoader(ds(test), 256)

    seed_all(SEED + 1)  # own seed for the weights, so that a change of split leaves them alone
    net = make_net()
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    decay = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.02},
                             {"params": plain, "weight_decay": 0.0}], lr=2e-3)
    total = EPOCHS * len(train_dl)
    warm = total // 10

    def shape(step):
        if step < warm:
            return (step + 1) / warm
        return 0.5 * (1 + math.cos(math.pi * (step - warm) / (total - warm)))

    sched = torch.optim.lr_scheduler.LambdaLR(opt, shape)
    best, best_state = -1.0, None
    net.train()
    for epoch in range(EPOCHS):
        running = 0.0
        for x, target in train_dl:
            opt.zero_grad(set_to_none=True)
            loss = nn.functional.cross_entropy(net(x), target, label_smoothing=0.05)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            opt.step()
            sched.step()
            ema.update_parameters(net)
            running += loss.item()
        raw, avg = accuracy(net, valid_dl), accuracy(ema, valid_dl)
        if avg > best:
            best, best_state = avg, copy.deepcopy(ema.module.state_dict())
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:2d} loss {running / len(train_dl):.4f} raw {raw:.3f} ema {avg:.3f}")

    final = make_net()
    final.load_state_dict(best_state)
    torch.save(best_state, os.path.join(OUT, "ema.pt"))
    print(f"best ema on validation {best:.3f}; test {accuracy(final, test_dl):.3f}")


if __name__ == "__main__":
    main()
