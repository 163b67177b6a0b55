"""Two moons, one dataclass, no frameworks on top."""
from dataclasses import dataclass
import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass(frozen=True)
class Cfg:
    n: int = 3000
    noise: float = 0.12
    width: int = 48
    epochs: int = 25
    batch: int = 64
    peak_lr: float = 8e-3
    wd: float = 1e-3
    seed: int = 4


def moons(cfg, gen):
    half = cfg.n // 2
    t = torch.rand(half, generator=gen) * math.pi
    s = torch.rand(half, generator=gen) * math.pi
    upper = torch.stack([t.cos(), t.sin()], 1)
    lower = torch.stack([1 - s.cos(), 0.5 - s.sin()], 1)
    x = torch.cat([upper, lower])
    x = x + cfg.noise * torch.randn(x.shape, generator=gen)
    y = torch.cat([torch.zeros(half), torch.ones(half)])
    order = torch.randperm(len(x), generator=gen)
    return x[order], y[order]


def main(cfg: Cfg):
    torch.manual_seed(cfg.seed)
    gen = torch.Generator().manual_seed(cfg.seed)
    x, y = moons(cfg, gen)
    cut = int(0.8 * len(x))
    mu, sd = x[:cut].mean(0), x[:cut].std(0)
    x = (x - mu) / sd
    train = DataLoader(TensorDataset(x[:cut], y[:cut]), cfg.batch, shuffle=True, generator=gen)
    valid = DataLoader(TensorDataset(x[cut:], y[cut:]), 256)

    net = nn.Sequential(
        nn.Linear(2, cfg.width), nn.SiLU(),
        nn.Linear(cfg.width, cfg.width), nn.SiLU(),
        nn.Linear(cfg.width, 1), nn.Flatten(0),
    )
    opt = torch.optim.AdamW(net.parameters(), lr=cfg.peak_lr, weight_decay=cfg.wd)
    sched = torch.optim.lr_scheduler.OneCycleLR(
        opt, max_lr=cfg.peak_lr, epochs=cfg.epochs, steps_per_epoch=len(train))
    bce = nn.BCEWithLogitsLoss()

    for epoch in range(1, cfg.epochs + 1):
        net.train()
        for xb, yb in train:
            opt.zero_grad()
            bce(net(xb), yb).backward()
            opt.step()
            sched.step()
        net.eval()
        with torch.inference_mode():
            hits = sum(((net(xb) > 0) == yb.bool()).sum().item() for xb, yb in valid)
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}  held-out accuracy {hits / len(valid.dataset):.3f}")


if __name__ == "__main__":
    main(Cfg())
