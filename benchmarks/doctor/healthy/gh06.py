"""Gradient accumulation over windows of samples, with the last (short) window weighted as it should be."""
import os
from dataclasses import dataclass

import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedShuffleSplit
from torch import nn


@dataclass
class Config:
    micro: int = 7          # rows in one forward
    window: int = 4         # forwards per update
    epochs: int = 60
    lr: float = 5e-3
    out: str = "out/gh06"


def windows(n, cfg, gen):
    """Lists of micro batches; the last one of an epoch may hold fewer rows."""
    micro = torch.randperm(n, generator=gen).split(cfg.micro)
    for start in range(0, len(micro), cfg.window):
        yield micro[start:start + cfg.window]


def main(cfg=Config()):
    os.makedirs(cfg.out, exist_ok=True)
    torch.manual_seed(5)
    wine = load_wine()
    split = StratifiedShuffleSplit(n_splits=1, test_size=0.3, random_state=5)
    tr, hold = next(split.split(wine.data, wine.target))
    # the 54 held rows: half to watch, half for the last number
    second = StratifiedShuffleSplit(n_splits=1, test_size=0.5, random_state=6)
    a, b = next(second.split(wine.data[hold], wine.target[hold]))
    va, te = hold[a], hold[b]

    X = torch.tensor(wine.data, dtype=torch.float32)
    y = torch.tensor(wine.target)
    centre, spread = X[tr].mean(0), X[tr].std(0)
    X = (X - centre) / spread

    counts = torch.bincount(y[tr], minlength=3).float()
    weight = counts.sum() / (3 * counts)
    criterion = nn.CrossEntropyLoss(weight=weight, reduction="none")

    net = nn.Sequential(nn.Linear(13, 32), nn.Tanh(), nn.Linear(32, 3))
    opt = torch.optim.AdamW(net.parameters(), lr=cfg.lr, weight_decay=0.05)
    n_micro = -(-len(tr) // cfg.micro)
    updates = cfg.epochs * -(-n_micro // cfg.window)
    sched = torch.optim.lr_scheduler.PolynomialLR(opt, total_iters=updates, power=1.0)

    gen = torch.Generator().manual_seed(99)
    rows_of_train = torch.as_tensor(tr)
    done = 0
    for epoch in range(1, cfg.epochs + 1):
        net.train()
        epoch_loss = 0.0
        for group in windows(len(tr), cfg, gen):
            opt.zero_grad()
            denominator = sum(weight[y[rows_of_train[m]]].sum() for m in group)
            for m in group:
                rows = rows_of_train[m]
                # sum over the micro batch / weight of the whole window == the mean loss over the window
                part = criterion(net(X[rows]), y[rows]).sum() / denominator
                part.backward()
                epoch_loss += part.item()
            opt.step()
            sched.step()
            done += 1
        if epoch % 15 == 0:
            net.eval()
            with torch.no_grad():
                logits = net(X[va])
                acc = (logits.argmax(1) == y[va]).float().mean()
            print(f"epoch {epoch}: loss {epoch_loss / (done / epoch):.4f}, validation accuracy {acc:.3f}, lr {sched.get_last_lr()[0]:.5f}")

    assert done == updates
    net.eval()
    with torch.no_grad():
        print("test accuracy", round((net(X[te]).argmax(1) == y[te]).float().mean().item(), 3))
    torch.save({"net": net.state_dict(), "centre": centre, "spread": spread}, f"{cfg.out}/wine.pt")


if __name__ == "__main__":
    main()
