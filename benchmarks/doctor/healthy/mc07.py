"""Churn per customer month. Several months of one customer must stay on one side of the split.

Layout of our internal template: Settings -> build_* functions -> Engine with callbacks.
"""
from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupShuffleSplit
from torch import nn

@dataclass
class OptimSettings:
    lr: float = 4e-3
    weight_decay: float = 0.02
    warmup_share: float = 0.1

@dataclass
class Settings:
    customers: int = 1200
    months: int = 6
    seed: int = 21
    batch: int = 128
    epochs: int = 15
    optim: OptimSettings = field(default_factory=OptimSettings)

def make_table(s: Settings):
    rng = np.random.default_rng(s.seed)
    n = s.customers * s.months
    group = np.repeat(np.arange(s.customers), s.months)
    plan = rng.integers(0, 5, s.customers)[group]
    region = rng.integers(0, 12, s.customers)[group]
    unhappy = rng.normal(size=s.customers)[group]                  # hidden, shared by a customer's rows
    usage = rng.normal(size=n)
    tickets = rng.poisson(np.exp(0.3 * unhappy))
    tenure = rng.uniform(0, 60, s.customers)[group] + np.tile(np.arange(s.months), s.customers)
    effect = np.array([-1.0, -0.3, 0.0, 0.6, 1.3])[plan] + np.linspace(-1, 1, 12)[region]
    logit = effect + 0.8 * tickets - 0.9 * usage - 0.03 * tenure + 0.4 * unhappy - 0.5
    y = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype(np.float32)
    return np.column_stack([usage, np.log1p(tickets), tenure]).astype(np.float32), np.column_stack([plan, region]), y, group

def group_split(y, group, seed):
    rest, test = next(GroupShuffleSplit(1, test_size=0.2, random_state=seed).split(y, groups=group))
    a, b = next(GroupShuffleSplit(1, test_size=0.2, random_state=seed).split(rest, groups=group[rest]))
    parts = {"train": rest[a], "val": rest[b], "test": test}
    ids = [set(group[i]) for i in parts.values()]
    assert not (ids[0] & ids[1] or ids[0] & ids[2] or ids[1] & ids[2])
    return parts

class ChurnNet(nn.Module):
    def __init__(self, cards=(5, 12), numeric=3, dim=4, hidden=48):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(c, dim) for c in cards)
        width = dim * len(cards) + numeric
        self.body = nn.Sequential(nn.Linear(width, hidden), nn.LayerNorm(hidden), nn.ReLU(), nn.Dropout(0.2),
                                  nn.Linear(hidden, 1))

    def forward(self, num, cat):
        embedded = [t(cat[:, j]) for j, t in enumerate(self.tables)]
        return self.body(torch.cat([num, *embedded], 1)).squeeze(1)

def build_optimizer(model, cfg: OptimSettings, total_steps):
    decay, plain = [], []
    for module in model.modules():
        for name, p in module.named_parameters(recurse=False):
            keep = isinstance(module, nn.Linear) and name == "weight"
            (decay if keep else plain).append(p)
    assert len(decay) + len(plain) == len(list(model.parameters()))
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": cfg.weight_decay},
                             {"params": plain, "weight_decay": 0.0}], lr=cfg.lr)
    warm = max(1, int(cfg.warmup_share * total_steps))
    ramp = torch.optim.lr_scheduler.LinearLR(opt, 0.05, 1.0, total_iters=warm)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(opt, total_steps - warm)
    return opt, torch.optim.lr_scheduler.SequentialLR(opt, [ramp, cosine], milestones=[warm])

class Callback:
    def on_epoch_end(self, engine, logs): ...
    def on_fit_end(self, engine): ...

class Print(Callback):
    def on_epoch_end(self, engine, logs):
        print("  ".join(f"{k}={v:.4f}" if isinstance(v, float) else f"{k}={v}" for k, v in logs.items()))

class KeepBest(Callback):
    def __init__(self, key):
        self.key, self.value, self.weights = key, -np.inf, None

    def on_epoch_end(self, engine, logs):
        if logs[self.key] > self.value:
            self.value = logs[self.key]
            self.weights = {k: v.clone() for k, v in engine.model.state_dict().items()}

    def on_fit_end(self, engine):
        engine.model.load_state_dict(self.weights)
        print(f"restored weights with {self.key}={self.value:.4f}")

class Engine:
    def __init__(self, model, data, parts, s: Settings, callbacks):
        self.model, self.data, self.parts, self.s, self.callbacks = model, data, parts, s, callbacks
        steps = s.epochs * (-(-len(parts["train"]) // s.batch))
        self.opt, self.sched = build_optimizer(model, s.optim, steps)
        self.loss = nn.BCEWithLogitsLoss()

    def auc(self, split):
        num, cat, y = (t[self.parts[split]] for t in self.data)
        self.model.eval()
        with torch.no_grad():
            return float(roc_auc_score(y.numpy(), self.model(num, cat).numpy()))

    def fit(self):
        num, cat, y = (t[self.parts["train"]] for t in self.data)
        for epoch in range(self.s.epochs):
            self.model.train()
            seen = 0.0
            for i in torch.randperm(len(y)).split(self.s.batch):
                self.opt.zero_grad()
                loss = self.loss(self.model(num[i], cat[i]), y[i])
                loss.backward()
                self.opt.step()
                self.sched.step()
                seen += loss.item() * len(i)
            logs = {"epoch": epoch, "loss": seen / len(y), "val_auc": self.auc("val")}
            for c in self.callbacks:
                c.on_epoch_end(self, logs)
        for c in self.callbacks:
            c.on_fit_end(self)

if __name__ == "__main__":
    s = Settings()
    random.seed(s.seed)
    torch.manual_seed(s.seed)
    num, cat, y, group = make_table(s)
    parts = group_split(y, group, s.seed)
    tr = parts["train"]
    num = (num - num[tr].mean(0)) / num[tr].std(0)
    data = torch.from_numpy(num), torch.from_numpy(cat), torch.from_numpy(y)
    engine = Engine(ChurnNet(), data, parts, s, [KeepBest("val_auc"), Print()])
    engine.fit()
    print(f"test AUC {engine.auc('test'):.4f} (coin 0.5), churn rate {y[parts['test']].mean():.3f}")
