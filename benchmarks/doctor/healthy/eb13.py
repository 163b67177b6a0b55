"""Digits with a small CNN: micro-batches, one-cycle schedule, averaged weights."""
import argparse
import copy
import math
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--micro", type=int, default=16)
    p.add_argument("--max-lr", type=float, default=5e-3)
    p.add_argument("--decay", type=float, default=0.97)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--out", default="out/eb13")
    return p.parse_args()


def build():
    return nn.Sequential(
        nn.Conv2d(1, 24, 3, padding=1), nn.GroupNorm(4, 24), nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(24, 48, 3, padding=1), nn.GroupNorm(4, 48), nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(48 * 4, 10),
    )


@torch.no_grad()
def evaluate(net, x, y):
    was_training = net.training
    net.eval()
    logits = net(x)
    net.train(was_training)
    return F.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def main():
    args = parse()
    torch.manual_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)

    bunch = load_digits()
    images = torch.tensor(bunch.images, dtype=torch.float32).unsqueeze(1) / 16.0
    labels = torch.tensor(bunch.target)
    rest, test = train_test_split(range(len(labels)), test_size=0.2, stratify=labels.numpy(), random_state=args.seed)
    train, valid = train_test_split(rest, test_size=0.2, stratify=labels[rest].numpy(), random_state=args.seed)
    x_train, y_train = images[train], labels[train]
    x_valid, y_valid = images[valid], labels[valid]
    x_test, y_test = images[test], labels[test]

    net = build()
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(args.decay))
    opt = torch.optim.AdamW(net.parameters(), lr=args.max_lr, weight_decay=1e-2)
    updates = args.epochs * math.ceil(len(train) / args.batch)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=args.max_lr, total_steps=updates)

    best, best_loss = None, float("inf")
    for epoch in range(args.epochs):
        net.train()
        epoch_loss = 0.0
        for rows in torch.randperm(len(train)).split(args.batch):
            for part in rows.split(args.micro):
                # each micro-batch adds its share of the mean over `rows`
                loss = F.cross_entropy(net(x_train[part]), y_train[part], reduction="sum") / len(rows)
                loss.backward()
                epoch_loss += loss.item() * len(rows)
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            opt.zero_grad()
            sched.step()
            ema.update_parameters(net)

        raw_loss, raw_acc = evaluate(net, x_valid, y_valid)
        ema_loss, ema_acc = evaluate(ema, x_valid, y_valid)
        if ema_loss < best_loss:
            best_loss, best = ema_loss, copy.deepcopy(ema.module.state_dict())
        print(f"{epoch:2d} train {epoch_loss / len(train):.4f} | raw {raw_loss:.4f} {raw_acc:.3f} | ema {ema_loss:.4f} {ema_acc:.3f}")

    final = build()
    final.load_state_dict(best)
    loss, acc = evaluate(final, x_test, y_test)
    print(f"test loss {loss:.4f} accuracy {acc:.3f} on {len(test)} images")
    torch.save(best, os.path.join(args.out, "ema.pt"))


if __name__ == "__main__":
    main()
