"""Multi-label tagging of made-up sensor windows: rare tags get a positive weight, thresholds come from validation."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    rows: int = 4000
    features: int = 30
    tags: int = 6
    hidden: int = 64
    epochs: int = 20
    batch: int = 64
    lr: float = 2e-3
    seed: int = 3


def make(cfg):
    g = np.random.default_rng(cfg.seed)
    x = g.normal(size=(cfg.rows, cfg.features)).astype("float32")
    w = g.normal(size=(cfg.features, cfg.tags)) * (g.random((cfg.features, cfg.tags)) < 0.3)
    score = x @ w + 0.5 * np.tanh(x[:, :cfg.tags] * x[:, 6:6 + cfg.tags]) + 0.2 * g.normal(size=(cfg.rows, cfg.tags))
    cut = np.quantile(score, np.linspace(0.6, 0.92, cfg.tags), axis=0).diagonal()  # tag k holds in a fixed share of rows
    return x, (score > cut).astype("float32")


def f1(truth, guess):
    tp = (truth * guess).sum(0)
    return 2 * tp / np.maximum(truth.sum(0) + guess.sum(0), 1)


def probabilities(net, x):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(torch.from_numpy(x))).numpy()


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    x, y = make(cfg)
    order = np.random.default_rng(cfg.seed + 1).permutation(cfg.rows)
    tr, va, te = np.split(order, [int(0.7 * cfg.rows), int(0.85 * cfg.rows)])

    mean, std = x[tr].mean(0), x[tr].std(0)
    x = (x - mean) / std

    positives = y[tr].mean(0)
    print("share of positives", positives.round(3))
    # square root: enough to help the rare tags without drowning in false alarms
    pos_weight = torch.tensor(np.sqrt((1 - positives) / positives), dtype=torch.float32)

    net = nn.Sequential(nn.Linear(cfg.features, cfg.hidden), nn.GELU(), nn.Dropout(0.1),
                        nn.Linear(cfg.hidden, cfg.hidden), nn.GELU(), nn.Linear(cfg.hidden, cfg.tags))
    loss_fn = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
    loader = DataLoader(TensorDataset(torch.from_numpy(x[tr]), torch.from_numpy(y[tr])), cfg.batch, shuffle=True)
    opt = torch.optim.AdamW(net.parameters(), lr=cfg.lr, weight_decay=1e-2)
    # stepped once an epoch, so T_max counts epochs
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=cfg.epochs)

    for epoch in range(cfg.epochs):
        net.train()
        total = 0.0
        for xb, yb in loader:
            opt.zero_grad(set_to_none=True)
            loss = loss_fn(net(xb), yb)
            loss.backward()
            opt.step()
            total += loss.item() * len(xb)
        sched.step()
        if epoch % 4 == 3:
            p = probabilities(net, x[va])
            print(f"epoch {epoch + 1:2d}  loss {total / len(tr):.4f}  val F1 at 0.5: {f1(y[va], p > 0.5).mean():.4f}")

    p = probabilities(net, x[va])
    grid = np.linspace(0.1, 0.9, 33)
    table = np.stack([f1(y[va], (p > t).astype("float32")) for t in grid])
    thresholds = grid[table.argmax(0)]

    p = probabilities(net, x[te])
    print("thresholds from validation", thresholds.round(2))
    print("test F1 per tag", f1(y[te], (p > thresholds).astype("float32")).round(3))
    print("test macro F1", round(float(f1(y[te], (p > thresholds).astype("float32")).mean()), 4))


if __name__ == "__main__":
    main()
