"""A run that is killed in the middle and taken up again gives the same weights as one that is not."""
import os
import random

import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, TensorDataset

OUT = "out/iq05"
EPOCHS = 40


class Killed(Exception):
    pass


def seed_all(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def data():
    X, y = load_wine(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.3, stratify=y, random_state=1)
    mu, sd = X_tr.mean(0), X_tr.std(0)
    f = lambda a, b: TensorDataset(torch.tensor((a - mu) / sd, dtype=torch.float32), torch.tensor(b))
    return f(X_tr, y_tr), f(X_va, y_va)


class Run:
    def __init__(self, train, val):
        self.order = torch.Generator().manual_seed(5)
        self.train_dl = DataLoader(train, batch_size=16, shuffle=True, generator=self.order)
        self.val_dl = DataLoader(val, batch_size=64)
        self.model = nn.Sequential(nn.Linear(13, 32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 3))
        self.loss_fn = nn.CrossEntropyLoss()
        self.opt = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.sched = OneCycleLR(self.opt, max_lr=1e-2, epochs=EPOCHS, steps_per_epoch=len(self.train_dl))
        self.epoch = 0

    def save(self, path):
        tmp = path + ".tmp"
        torch.save({"model": self.model.state_dict(), "opt": self.opt.state_dict(),
                    "sched": self.sched.state_dict(), "epoch": self.epoch,
                    "torch_rng": torch.get_rng_state(), "order_rng": self.order.get_state()}, tmp)
        os.replace(tmp, path)

    def load(self, path):
        ck = torch.load(path, weights_only=True)
        self.model.load_state_dict(ck["model"])
        self.opt.load_state_dict(ck["opt"])
        self.sched.load_state_dict(ck["sched"])
        self.epoch = ck["epoch"]
        torch.set_rng_state(ck["torch_rng"])
        self.order.set_state(ck["order_rng"])

    def one_epoch(self):
        self.model.train()
        total = 0.0
        for x, y in self.train_dl:
            self.opt.zero_grad(set_to_none=True)
            loss = self.loss_fn(self.model(x), y)
            loss.backward()
            self.opt.step()
            self.sched.step()
            total += loss.item() * len(y)
        self.epoch += 1
        return total / len(self.train_dl.dataset)

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        hits = sum((self.model(x).argmax(1) == y).sum().item() for x, y in self.val_dl)
        return hits / len(self.val_dl.dataset)

    def fit(self, path, die_after=None):
        while self.epoch < EPOCHS:
            loss = self.one_epoch()
            acc = self.validate()
            self.save(path)
            if self.epoch % 10 == 0:
                print(f"  epoch {self.epoch:2d} loss {loss:.4f} val acc {acc:.3f} lr {self.sched.get_last_lr()[0]:.2e}")
            if self.epoch == die_after:
                raise Killed
        return self


def main():
    os.makedirs(OUT, exist_ok=True)
    train, val = data()

    print("in one go")
    seed_all(7)
    whole = Run(train, val).fit(f"{OUT}/whole.pt")

    print("killed after 17 epochs, then resumed")
    seed_all(7)
    path = f"{OUT}/broken.pt"
    try:
        Run(train, val).fit(path, die_after=17)
    except Killed:
        print("  -- killed --")
    seed_all(99)                 # a new process would start from anything
    again = Run(train, val)
    again.load(path)
    again.fit(path)

    same = all(torch.equal(a, b) for a, b in zip(whole.model.state_dict().values(), again.model.state_dict().values()))
    print("same weights:", same, "| val acc", whole.validate(), again.validate())


if __name__ == "__main__":
    main()
