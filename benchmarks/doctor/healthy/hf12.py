"""Does an interrupted and resumed run end in the same place as one that was never interrupted?"""
import os
import shutil
from pathlib import Path

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR
from torch.utils.data import DataLoader, TensorDataset

HOME = Path("out/hf12")
EPOCHS = 16
WARMUP = 3


def make_loaders():
    X, y = load_breast_cancer(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)
    mean, std = X_tr.mean(0), X_tr.std(0)
    pack = lambda a, b: TensorDataset(
        torch.tensor((a - mean) / std, dtype=torch.float32), torch.tensor(b, dtype=torch.float32)
    )
    return DataLoader(pack(X_tr, y_tr), batch_size=32, shuffle=True), DataLoader(pack(X_va, y_va), batch_size=256)


class Run:
    def __init__(self, folder):
        self.file = Path(folder) / "state.pt"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.model = nn.Sequential(nn.Linear(30, 32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 1))
        self.opt = torch.optim.AdamW(self.model.parameters(), lr=3e-3)
        self.sched = SequentialLR(
            self.opt,
            [
                LinearLR(self.opt, start_factor=0.1, total_iters=WARMUP),
                CosineAnnealingLR(self.opt, T_max=EPOCHS - WARMUP),
            ],
            milestones=[WARMUP],
        )
        self.epoch = 0

    def save(self):
        tmp = self.file.with_suffix(".tmp")
        torch.save(
            {
                "model": self.model.state_dict(),
                "opt": self.opt.state_dict(),
                "sched": self.sched.state_dict(),
                "epoch": self.epoch,
                "rng": torch.get_rng_state(),
            },
            tmp,
        )
        os.replace(tmp, self.file)

    def load(self):
        state = torch.load(self.file, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.opt.load_state_dict(state["opt"])
        self.sched.load_state_dict(state["sched"])
        self.epoch = state["epoch"]
        torch.set_rng_state(state["rng"])
        return self

    def until(self, last):
        train, val = make_loaders()
        lossf = nn.BCEWithLogitsLoss()
        while self.epoch < last:
            self.model.train()
            for xb, yb in train:
                self.opt.zero_grad()
                lossf(self.model(xb).squeeze(1), yb).backward()
                self.opt.step()
            self.sched.step()
            self.epoch += 1

            self.model.eval()
            with torch.no_grad():
                ok = sum(((self.model(xb).squeeze(1) > 0) == (yb > 0.5)).sum().item() for xb, yb in val)
            print(f"{self.file.parent.name:9s} epoch {self.epoch:2d}  val acc {ok / len(val.dataset):.3f}")
            self.save()
        return self


shutil.rmtree(HOME, ignore_errors=True)
torch.manual_seed(99)
whole = Run(HOME / "whole").until(EPOCHS)

torch.manual_seed(99)
Run(HOME / "two_parts").until(6)
second = Run(HOME / "two_parts").load().until(EPOCHS)

gap = max((a - b).abs().max().item() for a, b in zip(whole.model.parameters(), second.model.parameters()))
print(f"largest difference of a weight: {gap:.2e}")
