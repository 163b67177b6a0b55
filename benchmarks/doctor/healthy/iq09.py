#!/usr/bin/env python3
"""Tabular classifier. Every field of `Config` becomes a command line option; parts come from registries."""
import argparse
import dataclasses
import typing
from dataclasses import dataclass, field

import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Registry(dict):
    def register(self, name):
        def wrap(obj):
            if name in self:
                raise KeyError(f"{name} is registered already")
            self[name] = obj
            return obj
        return wrap


MODELS, OPTIMIZERS, SCHEDULES = Registry(), Registry(), Registry()


@dataclass
class Config:
    model: str = field(default="residual", metadata={"help": "mlp or residual"})
    optimizer: str = field(default="adamw", metadata={"help": "adamw or sgd"})
    schedule: str = field(default="cosine", metadata={"help": "cosine or constant"})
    width: int = 64
    depth: int = 3
    dropout: float = 0.1
    lr: float = 2e-3
    weight_decay: float = 1e-2
    epochs: int = 20
    batch_size: int = 64
    label_smoothing: float = 0.0
    ema: bool = field(default=True, metadata={"help": "evaluate averaged weights"})
    seed: int = 0

    @classmethod
    def from_args(cls, argv=None):
        p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        hints = typing.get_type_hints(cls)
        for f in dataclasses.fields(cls):
            opts = dict(default=f.default, help=f.metadata.get("help", " "))
            if hints[f.name] is bool:
                opts["action"] = argparse.BooleanOptionalAction
            else:
                opts["type"] = hints[f.name]
            p.add_argument("--" + f.name.replace("_", "-"), dest=f.name, **opts)
        return cls(**vars(p.parse_args(argv)))


@MODELS.register("mlp")
def mlp(n_in, n_out, cfg):
    layers, w = [], n_in
    for _ in range(cfg.depth):
        layers += [nn.Linear(w, cfg.width), nn.ReLU(), nn.Dropout(cfg.dropout)]
        w = cfg.width
    return nn.Sequential(*layers, nn.Linear(w, n_out))


class Block(nn.Module):
    def __init__(self, width, dropout):
        super().__init__()
        self.body = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.GELU(),
                                  nn.Dropout(dropout), nn.Linear(2 * width, width))

    def forward(self, x):
        return x + self.body(x)


@MODELS.register("residual")
def residual(n_in, n_out, cfg):
    blocks = [Block(cfg.width, cfg.dropout) for _ in range(cfg.depth)]
    return nn.Sequential(nn.Linear(n_in, cfg.width), *blocks, nn.LayerNorm(cfg.width), nn.Linear(cfg.width, n_out))


@OPTIMIZERS.register("adamw")
def adamw(model, cfg):
    decay = [p for p in model.parameters() if p.ndim > 1]
    rest = [p for p in model.parameters() if p.ndim <= 1]
    return torch.optim.AdamW([{"params": decay, "weight_decay": cfg.weight_decay},
                              {"params": rest, "weight_decay": 0.0}], lr=cfg.lr)


@OPTIMIZERS.register("sgd")
def sgd(model, cfg):
    return torch.optim.SGD(model.parameters(), lr=cfg.lr, momentum=0.9, weight_decay=cfg.weight_decay)


@SCHEDULES.register("cosine")
def cosine(opt, steps):
    return torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=steps)


@SCHEDULES.register("constant")
def constant(opt, steps):
    return torch.optim.lr_scheduler.LambdaLR(opt, lambda step: 1.0)


def get_data():
    X, y = make_classification(4000, 20, n_informative=10, n_redundant=4, n_classes=3, n_clusters_per_class=2,
                               class_sep=1.5, flip_y=0.01, random_state=0)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, stratify=y, random_state=0)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=0)
    mean, std = X_tr.mean(0), X_tr.std(0)
    return [TensorDataset(torch.tensor((a - mean) / std, dtype=torch.float32), torch.tensor(b, dtype=torch.long))
            for a, b in ((X_tr, y_tr), (X_va, y_va), (X_te, y_te))]


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    return sum((model(x).argmax(1) == y).sum().item() for x, y in loader) / len(loader.dataset)


def main(argv=None):
    cfg = Config.from_args(argv)
    print(cfg)
    torch.manual_seed(cfg.seed)
    torch.set_num_threads(2)
    train, val, test = get_data()
    train_dl = DataLoader(train, batch_size=cfg.batch_size, shuffle=True)
    val_dl, test_dl = (DataLoader(d, batch_size=512) for d in (val, test))

    model = MODELS[cfg.model](20, 3, cfg)
    opt = OPTIMIZERS[cfg.optimizer](model, cfg)
    sched = SCHEDULES[cfg.schedule](opt, cfg.epochs * len(train_dl))
    loss_fn = nn.CrossEntropyLoss(label_smoothing=cfg.label_smoothing)
    averaged = None
    if cfg.ema:
        averaged = torch.optim.swa_utils.AveragedModel(
            model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.98))

    for epoch in range(cfg.epochs):
        model.train()
        for x, y in train_dl:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            sched.step()
            if averaged is not None:
                averaged.update_parameters(model)
        if (epoch + 1) % 5 == 0:
            shown = model if averaged is None else averaged
            print(f"epoch {epoch + 1}: last loss {loss.item():.3f}, val acc {evaluate(shown, val_dl):.3f}")
    print(f"test acc {evaluate(model if averaged is None else averaged, test_dl):.3f}")


if __name__ == "__main__":
    main()
