"""Head on top of frozen features: accumulated micro batches, clipping, warm-up, EMA, early stopping."""
import copy
import math
from contextlib import contextmanager
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

OUT = Path("out/gf13")
MICRO, ACCUM, EPOCHS, PATIENCE = 16, 4, 40, 8


class Net(nn.Module):
    def __init__(self, features, width, classes):
        super().__init__()
        self.features = features.requires_grad_(False)
        self.head = nn.Sequential(
            nn.Linear(width, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, classes)
        )

    def train(self, mode=True):
        super().train(mode)
        self.features.eval()  # its batch norm statistics belong to the source task
        return self

    def forward(self, x):
        return self.head(self.features(x))


@contextmanager
def evaluating(net):
    was = net.training
    net.eval()
    try:
        with torch.no_grad():
            yield net
    finally:
        net.train(was)


def score(net, loader):
    loss, hit, n = 0.0, 0, 0
    with evaluating(net):
        for x, y in loader:
            out = net(x)
            loss += nn.functional.cross_entropy(out, y, reduction="sum").item()
            hit += (out.argmax(1) == y).sum().item()
            n += len(y)
    return loss / n, hit / n


def pretrain(X, y):
    feats = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten(),
    )
    net = nn.Sequential(feats, nn.Linear(32 * 16, 5))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for _ in range(6):
        for idx in torch.randperm(len(y)).split(32):
            nn.functional.cross_entropy(net(X[idx]), y[idx]).backward()
            opt.step()
            opt.zero_grad()
    return feats


def main():
    torch.manual_seed(31)
    OUT.mkdir(parents=True, exist_ok=True)
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X / 16.0, dtype=torch.float32).view(-1, 1, 8, 8)
    y = torch.tensor(y, dtype=torch.long)
    features = pretrain(X[y < 5], y[y < 5])

    X, y = X[y >= 5], y[y >= 5] - 5
    tr, rest = train_test_split(range(len(y)), train_size=0.6, stratify=y.numpy(), random_state=31)
    va, te = train_test_split(rest, test_size=0.5, stratify=y[rest].numpy(), random_state=31)
    train_dl = DataLoader(TensorDataset(X[tr], y[tr]), batch_size=MICRO, shuffle=True)
    val_dl, test_dl = (DataLoader(TensorDataset(X[i], y[i]), batch_size=128) for i in (va, te))

    net = Net(features, 32 * 16, 5)
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.9))
    opt = torch.optim.AdamW((p for p in net.parameters() if p.requires_grad), lr=2e-3)
    total = EPOCHS * math.ceil(len(train_dl) / ACCUM)
    warm = total // 20
    sched = torch.optim.lr_scheduler.LambdaLR(
        opt, lambda s: (s + 1) / warm if s < warm else max(0.0, (total - s) / (total - warm))
    )

    best, best_state, waited = math.inf, None, 0
    net.train()
    for epoch in range(EPOCHS):
        pending = 0  # examples whose gradients are summed but not yet applied
        for i, (x, t) in enumerate(train_dl, start=1):
            nn.functional.cross_entropy(net(x), t, reduction="sum").backward()
            pending += len(t)
            if i % ACCUM and i != len(train_dl):
                continue
            for p in net.head.parameters():
                p.grad /= pending
            nn.utils.clip_grad_norm_(net.head.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad()
            ema.update_parameters(net)
            pending = 0
        val_loss, val_acc = score(ema, val_dl)
        print(f"{epoch:2d}  val loss {val_loss:.4f}  acc {val_acc:.4f}")
        if val_loss < best:
            best, best_state, waited = val_loss, copy.deepcopy(ema.module.state_dict()), 0
            torch.save(best_state, OUT / "best.pt")
        else:
            waited += 1
            if waited >= PATIENCE:
                break

    net.load_state_dict(torch.load(OUT / "best.pt", weights_only=True))
    print("test: loss %.4f  acc %.4f" % score(net, test_dl))


if __name__ == "__main__":
    main()
