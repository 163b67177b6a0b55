"""Heat demand of buildings. NumPy script turned to torch: accumulation, warm-up and cosine, one report at the end."""
import argparse
import math

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, TensorDataset

FEATURES = 8


def measure(n, g):
    x = torch.rand(n, FEATURES, generator=g) * torch.tensor([40.0, 10, 5, 1, 100, 3, 20, 1])
    unit = x / torch.tensor([40.0, 10, 5, 1, 100, 3, 20, 1])
    demand = (
        120 + 80 * unit[:, 0] * unit[:, 1] + 40 * torch.sin(3 * unit[:, 2]) - 60 * (unit[:, 4] - 0.5) ** 2
        + 25 * unit[:, 5] + 4 * torch.randn(n, generator=g)
    )
    return x, demand


def multiplier(total, warmup):
    def fn(step):
        if step < warmup:
            return (step + 1) / warmup
        return 0.5 * (1 + math.cos(math.pi * (step - warmup) / max(1, total - warmup)))
    return fn


class Scaler:
    def __init__(self, rows):
        self.mean = rows.mean(dim=0)
        self.std = rows.std(dim=0, correction=0)

    def apply(self, rows):
        return (rows - self.mean) / self.std

    def undo(self, rows):
        return rows * self.std + self.mean


def rmse(net, x, y, y_scale):
    net.eval()
    with torch.inference_mode():
        guess = y_scale.undo(net(x).squeeze(-1))
    return torch.sqrt(torch.mean((guess - y) ** 2)).item()


def main(opt):
    torch.manual_seed(opt.seed)
    g = torch.Generator().manual_seed(opt.seed)
    (x_tr, y_tr), (x_va, y_va), (x_te, y_te) = measure(2000, g), measure(500, g), measure(500, g)
    x_scale, y_scale = Scaler(x_tr), Scaler(y_tr)
    x_tr, x_va, x_te = map(x_scale.apply, (x_tr, x_va, x_te))

    loader = DataLoader(TensorDataset(x_tr, y_scale.apply(y_tr)), batch_size=opt.batch, shuffle=True, generator=g)
    net = nn.Sequential(nn.Linear(FEATURES, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(), nn.Linear(64, 1))
    decay = [p for p in net.parameters() if p.ndim > 1]
    rest = [p for p in net.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 1e-2}, {"params": rest, "weight_decay": 0.0}], lr=opt.peak_lr
    )
    updates = math.ceil(len(loader) / opt.accumulate) * opt.epochs
    scheduler = LambdaLR(optimizer, multiplier(updates, warmup=updates // 20))

    for epoch in range(1, opt.epochs + 1):
        net.train()
        batches = list(loader)
        for start in range(0, len(batches), opt.accumulate):
            group = batches[start:start + opt.accumulate]
            rows = sum(len(yb) for _, yb in group)
            for xb, yb in group:
                loss = nn.functional.mse_loss(net(xb).squeeze(-1), yb, reduction="sum") / rows
                loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        if epoch % 5 == 0:
            print(f"epoch {epoch:3d}  validation rmse {rmse(net, x_va, y_va, y_scale):.3f}")

    print(f"spread of the test values {y_te.std().item():.2f}, test rmse {rmse(net, x_te, y_te, y_scale):.3f} (noise: 4)")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--accumulate", type=int, default=3)
    p.add_argument("--peak-lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=1)
    main(p.parse_args())
