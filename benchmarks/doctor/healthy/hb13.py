import argparse
import os

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Stripes(Dataset):
    """Noisy 16x16 pictures of stripes; class = direction (four of them)."""

    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.y = rng.integers(0, 4, size=n)
        yy, xx = np.mgrid[:16, :16]
        planes = [xx, yy, (xx + yy) / np.sqrt(2), (xx - yy) / np.sqrt(2)]
        period = rng.uniform(4, 7, size=n)
        phase = rng.uniform(0, 2 * np.pi, size=n)
        pics = [np.sin(2 * np.pi * planes[c] / p + f) for c, p, f in zip(self.y, period, phase)]
        self.x = (np.stack(pics) + rng.normal(0, 0.7, size=(n, 16, 16))).astype(np.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return torch.from_numpy(self.x[i][None]), int(self.y[i])


def build():
    return nn.Sequential(
        nn.Conv2d(1, 16, 5, padding=2), nn.GroupNorm(4, 16), nn.GELU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.GroupNorm(4, 32), nn.GELU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 4),
    )


@torch.inference_mode()
def accuracy(model, loader):
    model.eval()
    hits = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    return hits / len(loader.dataset)


def main(a):
    torch.manual_seed(a.seed)
    os.makedirs(a.out, exist_ok=True)
    train_dl = DataLoader(Stripes(2000, seed=1), batch_size=a.micro, shuffle=True, drop_last=True)
    val_dl = DataLoader(Stripes(500, seed=2), batch_size=250)

    model = build()
    opt = torch.optim.AdamW(model.parameters(), lr=a.lr)
    n_micro = len(train_dl)
    updates_per_epoch = -(-n_micro // a.accum)
    total = updates_per_epoch * a.epochs
    warm = total // 10
    sched = torch.optim.lr_scheduler.LambdaLR(
        opt, lambda s: (s + 1) / warm if s < warm else max(0.0, (total - s) / (total - warm)))

    for epoch in range(a.epochs):
        model.train()
        opt.zero_grad()
        seen = 0.0
        for i, (x, y) in enumerate(train_dl):
            # the last group of an epoch may be shorter than the others
            start = i - i % a.accum
            group = min(a.accum, n_micro - start)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=a.bf16):
                logits = model(x)
            loss = nn.functional.cross_entropy(logits.float(), y, label_smoothing=0.05)
            (loss / group).backward()
            seen += loss.item()
            if i == start + group - 1:
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
                sched.step()
                opt.zero_grad()
        print(f"epoch {epoch} loss {seen / n_micro:.3f} val acc {accuracy(model, val_dl):.3f}")

    torch.save(model.state_dict(), os.path.join(a.out, "stripes.pt"))


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--micro", type=int, default=16)
    p.add_argument("--accum", type=int, default=4)
    p.add_argument("--lr", type=float, default=4e-3)
    p.add_argument("--bf16", action=argparse.BooleanOptionalAction, default=True)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--out", default="out/hb13")
    main(p.parse_args())
