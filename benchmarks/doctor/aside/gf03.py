import argparse
import math

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset, random_split


def get_args():
    ap = argparse.ArgumentParser("two noisy spirals, one-cycle policy")
    ap.add_argument("--epochs", type=int, default=6)
    ap.add_argument("--batch-size", type=int, default=64)
    ap.add_argument("--max-lr", type=float, default=0.01)
    ap.add_argument("--points", type=int, default=2500)
    ap.add_argument("--seed", type=int, default=5)
    return ap.parse_args()


def spirals(n, gen):
    label = torch.randint(0, 2, (n,), generator=gen)
    t = torch.rand(n, generator=gen).sqrt() * 2.5 * math.pi
    sign = label.float() * 2 - 1
    pts = torch.stack([sign * t * torch.cos(t), sign * t * torch.sin(t)], dim=1)
    pts = pts + 0.25 * torch.randn(n, 2, generator=gen)
    return pts / 8.0, label


def build():
    return nn.Sequential(
        nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 2)
    )


def accuracy(net, loader):
    net.eval()
    hit = total = 0
    with torch.no_grad():
        for x, y in loader:
            hit += (net(x).argmax(-1) == y).sum().item()
            total += y.numel()
    return hit / total


def main():
    args = get_args()
    gen = torch.Generator().manual_seed(args.seed)
    torch.manual_seed(args.seed)

    full = TensorDataset(*spirals(args.points, gen))
    train_set, val_set = random_split(full, [0.8, 0.2], generator=gen)
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=256)

    net = build()
    loss_fn = nn.CrossEntropyLoss()
    opt = optim.AdamW(net.parameters(), lr=args.max_lr, weight_decay=1e-4)
    steps = len(train_set) // args.batch_size
    sched = optim.lr_scheduler.OneCycleLR(
        opt, max_lr=args.max_lr, epochs=args.epochs, steps_per_epoch=steps, pct_start=0.25
    )

    for epoch in range(1, args.epochs + 1):
        net.train()
        running = 0.0
        for x, y in train_loader:
            opt.zero_grad(set_to_none=True)
            loss = loss_fn(net(x), y)
            loss.backward()
            opt.step()
            sched.step()
            running += loss.item() * len(y)
        print(
            f"epoch {epoch}  loss {running / len(train_set):.4f}  "
            f"val {accuracy(net, val_loader):.3f}  lr {sched.get_last_lr()[0]:.5f}"
        )


if __name__ == "__main__":
    main()
