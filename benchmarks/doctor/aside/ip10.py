"""Train for a few epochs, stop, resume from the checkpoint, finish."""
import argparse
import os
import random

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--out", default="out/ip10")
parser.add_argument("--first-epochs", type=int, default=5)
parser.add_argument("--all-epochs", type=int, default=15)
parser.add_argument("--lr", type=float, default=0.05)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--seed", type=int, default=17)
args = parser.parse_args()

os.makedirs(args.out, exist_ok=True)
CKPT = os.path.join(args.out, "last.pt")
random.seed(args.seed)
np.random.seed(args.seed)
torch.manual_seed(args.seed)

X, y = load_breast_cancer(return_X_y=True)
X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.25, stratify=y, random_state=args.seed)
scaler = StandardScaler().fit(X_tr)
X_tr = torch.tensor(scaler.transform(X_tr), dtype=torch.float32)
X_va = torch.tensor(scaler.transform(X_va), dtype=torch.float32)
y_tr = torch.tensor(y_tr, dtype=torch.float32)
y_va = torch.tensor(y_va, dtype=torch.float32)


def new_run():
    model = nn.Sequential(nn.Linear(30, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 1))
    opt = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=args.all_epochs)
    return model, opt, sched


def one_epoch(model, opt):
    model.train()
    order = torch.randperm(len(X_tr))
    for i in range(0, len(order), args.batch_size):
        idx = order[i : i + args.batch_size]
        loss = F.binary_cross_entropy_with_logits(model(X_tr[idx]).squeeze(1), y_tr[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()


@torch.inference_mode()
def accuracy(model):
    model.eval()
    return ((model(X_va).squeeze(1) > 0).float() == y_va).float().mean().item()


def save(model, opt, sched, epoch):
    torch.save(
        {
            "epoch": epoch,
            "model": model.state_dict(),
            "optimizer": opt.state_dict(),
            "scheduler": sched.state_dict(),
            "torch_rng": torch.get_rng_state(),
            "args": args,
        },
        CKPT,
    )


model, opt, sched = new_run()
for epoch in range(args.first_epochs):
    one_epoch(model, opt)
    sched.step()
    print(f"epoch {epoch} val acc {accuracy(model):.3f}")
    save(model, opt, sched, epoch)

# ---- a new process would start here
model, opt, sched = new_run()
ckpt = torch.load(CKPT, map_location="cpu")
model.load_state_dict(ckpt["model"])
opt.load_state_dict(ckpt["optimizer"])
sched.load_state_dict(ckpt["scheduler"])
torch.set_rng_state(ckpt["torch_rng"])
print("resumed after epoch", ckpt["epoch"], "of a run with lr", ckpt["args"].lr)

for epoch in range(ckpt["epoch"] + 1, args.all_epochs):
    one_epoch(model, opt)
    sched.step()
    print(f"epoch {epoch} val acc {accuracy(model):.3f}")
    save(model, opt, sched, epoch)
