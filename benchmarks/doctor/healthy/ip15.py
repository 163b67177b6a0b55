"""Alarm detection from sensor snippets: many snippets per machine, few alarms."""
import copy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import GroupShuffleSplit
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    machines: int = 80
    per_machine: int = 40
    features: int = 16
    epochs: int = 15
    micro_batch: int = 16
    accumulate: int = 4
    lr: float = 3e-3
    seed: int = 31
    out: Path = Path("out/ip15")


def simulate(cfg):
    rng = np.random.default_rng(cfg.seed)
    machine = np.repeat(np.arange(cfg.machines), cfg.per_machine)
    offset = rng.normal(scale=0.5, size=(cfg.machines, cfg.features))[machine]
    y = (rng.uniform(size=len(machine)) < 0.12).astype(np.float32)
    x = rng.normal(size=(len(machine), cfg.features)) + offset
    x[:, :4] += 1.3 * y[:, None]
    return x.astype(np.float32), y, machine


def group_split(idx, groups, size, seed):
    gss = GroupShuffleSplit(n_splits=1, test_size=size, random_state=seed)
    a, b = next(gss.split(idx, groups=groups[idx]))
    return idx[a], idx[b]


def train_epoch(model, loader, loss_fn, opt, sched, accumulate):
    model.train()
    total, n_batches = 0.0, len(loader)
    for i, (xb, yb) in enumerate(loader):
        # the last group of an epoch may be shorter
        first = i - i % accumulate
        group = min(accumulate, n_batches - first)
        loss = loss_fn(model(xb).squeeze(-1), yb)
        (loss / group).backward()
        total += loss.item()
        if (i + 1) % accumulate == 0 or i + 1 == n_batches:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad(set_to_none=True)
    return total / n_batches


@torch.inference_mode()
def probabilities(model, x):
    model.eval()
    return torch.sigmoid(model(x).squeeze(-1)).numpy()


def main(cfg=Config()):
    cfg.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(cfg.seed)
    x, y, machine = simulate(cfg)

    rest, test = group_split(np.arange(len(y)), machine, 0.2, cfg.seed)
    train, val = group_split(rest, machine, 0.25, cfg.seed + 1)
    mean, std = x[train].mean(0), x[train].std(0)
    x = torch.from_numpy((x - mean) / std)
    target = torch.from_numpy(y)

    loader = DataLoader(
        TensorDataset(x[train], target[train]), batch_size=cfg.micro_batch, shuffle=True, drop_last=True
    )
    model = nn.Sequential(
        nn.Linear(cfg.features, 32), nn.LayerNorm(32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1)
    )
    positives = target[train].sum()
    loss_fn = nn.BCEWithLogitsLoss(pos_weight=(len(train) - positives) / positives)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=1e-2)
    updates = -(-len(loader) // cfg.accumulate) * cfg.epochs
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=cfg.lr, total_steps=updates)

    best_ap, best_state = -1.0, None
    for epoch in range(cfg.epochs):
        loss = train_epoch(model, loader, loss_fn, opt, sched, cfg.accumulate)
        ap = average_precision_score(y[val], probabilities(model, x[val]))
        if ap > best_ap:
            best_ap, best_state = ap, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch:2d} loss {loss:.3f} val AP {ap:.3f}")

    torch.save(best_state, cfg.out / "best.pt")
    model.load_state_dict(torch.load(cfg.out / "best.pt"))

    # the threshold comes from the validation machines
    precision, recall, cuts = precision_recall_curve(y[val], probabilities(model, x[val]))
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    cut = float(cuts[f1[:-1].argmax()])
    p = probabilities(model, x[test])
    print(f"test AP {average_precision_score(y[test], p):.3f} F1 {f1_score(y[test], p >= cut):.3f} at {cut:.2f}")


if __name__ == "__main__":
    main()
