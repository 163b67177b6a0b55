"""Digit reader, training job. Simulates a pre-empted worker: the job runs half of its
epochs, is torn down, and a second Job object picks the run up from the last checkpoint."""
from __future__ import annotations

import logging
import random
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Callable

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
log = logging.getLogger("digits")

class Registry:
    def __init__(self, kind: str) -> None:
        self.kind, self._items = kind, {}

    def register(self, name: str) -> Callable:
        def deco(obj):
            if name in self._items:
                raise KeyError(f"{self.kind} {name!r} registered twice")
            self._items[name] = obj
            return obj
        return deco

    def build(self, name: str, *args, **kwargs):
        return self._items[name](*args, **kwargs)

MODELS, OPTIMS = Registry("model"), Registry("optimizer")
OPTIMS.register("adamw")(torch.optim.AdamW)
OPTIMS.register("sgd")(torch.optim.SGD)

@MODELS.register("small_cnn")
def small_cnn(width: int, classes: int) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(1, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(width, 2 * width, 3, padding=1, bias=False), nn.BatchNorm2d(2 * width), nn.ReLU(),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Dropout(0.2), nn.Linear(8 * width, classes))

@dataclass(frozen=True)
class Config:
    model: str = "small_cnn"
    width: int = 24
    optimizer: str = "adamw"
    lr: float = 3e-3
    weight_decay: float = 1e-2
    batch_size: int = 64
    epochs: int = 12
    seed: int = 7
    out: str = "out/mc01"

def seed_everything(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)

class Job:
    def __init__(self, cfg: Config) -> None:
        self.cfg = cfg
        seed_everything(cfg.seed)
        x, y = load_digits(return_X_y=True)
        x = torch.tensor(x, dtype=torch.float32).view(-1, 1, 8, 8) / 16.0   # pixels are 0..16
        y = torch.tensor(y, dtype=torch.long)
        idx = np.arange(len(y))
        rest, test = train_test_split(idx, test_size=0.2, stratify=y.numpy(), random_state=cfg.seed)
        train, val = train_test_split(rest, test_size=0.2, stratify=y[rest].numpy(), random_state=cfg.seed)
        self.sets = {k: TensorDataset(x[i], y[i]) for k, i in (("train", train), ("val", val), ("test", test))}
        self.model = MODELS.build(cfg.model, cfg.width, 10)
        self.opt = OPTIMS.build(cfg.optimizer, self.model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay)
        self.steps_per_epoch = -(-len(self.sets["train"]) // cfg.batch_size)
        self.sched = torch.optim.lr_scheduler.CosineAnnealingLR(self.opt, cfg.epochs * self.steps_per_epoch)
        self.loss = nn.CrossEntropyLoss()
        self.epoch, self.best = 0, 0.0
        self.dir = Path(cfg.out)
        self.dir.mkdir(parents=True, exist_ok=True)

    def save(self, name: str) -> None:
        tmp = self.dir / (name + ".tmp")
        torch.save({"cfg": asdict(self.cfg), "model": self.model.state_dict(), "opt": self.opt.state_dict(),
                    "sched": self.sched.state_dict(), "epoch": self.epoch, "best": self.best,
                    "rng": torch.get_rng_state()}, tmp)
        tmp.replace(self.dir / name)      # atomic, a killed worker never leaves half a file

    def load(self, name: str) -> None:
        ck = torch.load(self.dir / name, map_location="cpu", weights_only=True)
        if ck["cfg"] != asdict(self.cfg):
            raise ValueError("checkpoint belongs to another configuration")
        self.model.load_state_dict(ck["model"])
        self.opt.load_state_dict(ck["opt"])
        self.sched.load_state_dict(ck["sched"])
        self.epoch, self.best = ck["epoch"], ck["best"]
        torch.set_rng_state(ck["rng"])

    @torch.inference_mode()
    def accuracy(self, split: str) -> float:
        self.model.eval()
        hits = sum((self.model(x).argmax(1) == y).sum().item() for x, y in DataLoader(self.sets[split], 256))
        return hits / len(self.sets[split])

    def fit(self, until: int) -> None:
        while self.epoch < until:
            order = torch.Generator().manual_seed(1000 * self.cfg.seed + self.epoch)
            self.model.train()
            for x, y in DataLoader(self.sets["train"], self.cfg.batch_size, shuffle=True, generator=order):
                self.opt.zero_grad(set_to_none=True)
                loss = self.loss(self.model(x), y)
                loss.backward()
                self.opt.step()
                self.sched.step()
            self.epoch += 1
            acc = self.accuracy("val")
            log.info("epoch %2d lr %.5f val acc %.4f", self.epoch, self.sched.get_last_lr()[0], acc)
            if acc > self.best:
                self.best = acc
                self.save("best.pt")
            self.save("last.pt")

if __name__ == "__main__":
    cfg = Config()
    shutil.rmtree(cfg.out, ignore_errors=True)
    Job(cfg).fit(until=cfg.epochs // 2)
    log.info("worker gone, starting another one")
    job = Job(cfg)
    job.load("last.pt")
    job.fit(until=cfg.epochs)
    job.load("best.pt")
    log.info("best val %.4f -> test %.4f (chance 0.10)", job.best, job.accuracy("test"))
