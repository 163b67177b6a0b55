"""CutMix + EMA weights + gradient accumulation on synthetic textures (CPU, no AMP: the flag is there for the GPU box)."""
import argparse
import itertools
import math
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

N_CLASSES, SIZE = 5, 24


def textures(n, seed):
    """stripes (horizontal, vertical, diagonal), checkers, rings; random colours, phase, period and noise."""
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:SIZE, 0:SIZE].astype(float)
    X, y = np.empty((n, 3, SIZE, SIZE), np.float32), rng.integers(0, N_CLASSES, n)
    for i, c in enumerate(y):
        w, a, b = 2 * np.pi / rng.uniform(4, 8), *rng.uniform(0, 2 * np.pi, 2)
        pattern = (np.sin(w * yy + a) if c == 0 else
                   np.sin(w * xx + a) if c == 1 else
                   np.sin(w * (xx + yy) / math.sqrt(2) + a) if c == 2 else
                   np.sign(np.sin(w * xx + a) * np.sin(w * yy + b)) if c == 3 else
                   np.sin(w * np.hypot(xx - rng.uniform(6, 18), yy - rng.uniform(6, 18)) + a))
        X[i] = rng.uniform(-1, 1, (3, 1, 1)) + rng.uniform(0.5, 1, (3, 1, 1)) * pattern
        X[i] += rng.normal(0, 0.5, X[i].shape)
    return torch.from_numpy(X), torch.from_numpy(y)


def cutmix(x, y, alpha=1.0, p=0.5):
    """-> images, labels a, labels b, weight of a (the true pixel share, after clipping at the border)"""
    if torch.rand(()).item() > p:
        return x, y, y, 1.0
    lam = torch.distributions.Beta(alpha, alpha).sample().item()
    side = int(SIZE * math.sqrt(1 - lam))
    cy, cx = torch.randint(SIZE, (2,)).tolist()
    t, b = max(cy - side // 2, 0), min(cy - side // 2 + side, SIZE)
    l, r = max(cx - side // 2, 0), min(cx - side // 2 + side, SIZE)
    perm = torch.randperm(len(x))
    x = x.clone()
    x[:, :, t:b, l:r] = x[perm][:, :, t:b, l:r]
    return x, y, y[perm], 1.0 - (b - t) * (r - l) / SIZE ** 2


def build():
    # GroupNorm: no running statistics, so averaging the parameters is all that EMA has to do
    def unit(i, o):
        return [nn.Conv2d(i, o, 3, padding=1), nn.GroupNorm(4, o), nn.SiLU(), nn.MaxPool2d(2)]
    return nn.Sequential(*unit(3, 16), *unit(16, 32), *unit(32, 48), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(48, N_CLASSES))


def grouped(it, n):
    it = iter(it)
    while chunk := list(itertools.islice(it, n)):
        yield chunk


@torch.no_grad()
def accuracy(model, x, y):
    model.eval()
    hits = sum((model(xb).argmax(1) == yb).sum().item() for xb, yb in zip(x.split(256), y.split(256)))
    return hits / len(y)


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--micro-batch", type=int, default=16)
    ap.add_argument("--accumulate", type=int, default=4)
    ap.add_argument("--lr", type=float, default=4e-3)
    ap.add_argument("--amp", action="store_true", help="bfloat16 autocast, only useful on a GPU")
    args = ap.parse_args(argv)

    torch.manual_seed(99)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    use_amp = args.amp and device.type == "cuda"
    (xt, yt), (xv, yv), (xs, ys) = [tuple(t.to(device) for t in textures(n, s)) for n, s in ((1500, 1), (400, 2), (400, 3))]

    net = build().to(device)
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    opt = torch.optim.AdamW(net.parameters(), lr=args.lr, weight_decay=1e-3)
    micro_per_epoch = math.ceil(len(xt) / args.micro_batch)
    updates = args.epochs * math.ceil(micro_per_epoch / args.accumulate)
    warm = max(1, updates // 10)
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda u: (u + 1) / warm if u < warm else
                                              0.5 * (1 + math.cos(math.pi * (u - warm) / (updates - warm))))

    for epoch in range(args.epochs):
        net.train()
        micros = torch.randperm(len(xt), device=device).split(args.micro_batch)
        for group in grouped(micros, args.accumulate):
            rows = sum(len(m) for m in group)          # the last group of an epoch is smaller and is divided by its own size
            for m in group:
                x, ya, yb, lam = cutmix(xt[m], yt[m])
                with torch.autocast(device.type, dtype=torch.bfloat16, enabled=use_amp):
                    out = net(x)
                out = out.float()
                loss = lam * F.cross_entropy(out, ya, reduction="sum") + (1 - lam) * F.cross_entropy(out, yb, reduction="sum")
                (loss / rows).backward()
            opt.step()
            opt.zero_grad()
            sched.step()
            ema.update_parameters(net)
        sys.stdout.write(f"epoch {epoch + 1:2d}  valid: raw {accuracy(net, xv, yv):.4f}  ema {accuracy(ema, xv, yv):.4f}\n")

    final = max((net, ema), key=lambda m: accuracy(m, xv, yv))
    print(f"test ({'ema' if final is ema else 'raw'} weights, chosen on validation): {accuracy(final, xs, ys):.4f}, chance {1 / N_CLASSES}")


if __name__ == "__main__":
    main()
