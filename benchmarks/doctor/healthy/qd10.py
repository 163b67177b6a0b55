"""Tabular MLP, big effective batches by gradient accumulation, OneCycle, EMA weights.

Every micro-batch is weighted with its share of the rows of its group, so the last,
shorter group of an epoch gives an exact mean as well.
"""
import argparse
import copy
import os
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


@dataclass
class Hparams:
    epochs: int = 20
    micro: int = 32
    accumulate: int = 4
    max_lr: float = 1e-2
    decay: float = 0.95
    seed: int = 0


def parse() -> Hparams:
    ap = argparse.ArgumentParser(description=__doc__)
    for name, default in vars(Hparams()).items():
        ap.add_argument(f"--{name}", type=type(default), default=default)
    return Hparams(**vars(ap.parse_args()))


def get_data(seed):
    x, y = make_classification(
        n_samples=4000, n_features=20, n_informative=10, n_redundant=4, n_classes=4,
        n_clusters_per_class=2, class_sep=1.5, random_state=seed,
    )
    x, y = torch.tensor(x, dtype=torch.float32), torch.tensor(y)
    idx_train, idx_rest = train_test_split(torch.arange(len(x)).numpy(), test_size=0.4,
                                           random_state=seed, stratify=y.numpy())
    idx_val, idx_test = train_test_split(idx_rest, test_size=0.5, random_state=seed,
                                         stratify=y[idx_rest].numpy())
    mean, std = x[idx_train].mean(0), x[idx_train].std(0)
    x = (x - mean) / std
    return [(x[i], y[i]) for i in (idx_train, idx_val, idx_test)]


def accuracy(model, x, y):
    model.eval()
    with torch.inference_mode():
        return (model(x).argmax(-1) == y).float().mean().item()


def main(hp: Hparams):
    torch.manual_seed(hp.seed)
    torch.set_num_threads(2)
    (xt, yt), (xv, yv), (xs, ys) = get_data(hp.seed)

    # LayerNorm instead of BatchNorm: small micro-batches, and nothing to recompute for the EMA copy
    model = nn.Sequential(
        nn.Linear(20, 64), nn.LayerNorm(64), nn.ReLU(),
        nn.Linear(64, 64), nn.LayerNorm(64), nn.ReLU(), nn.Linear(64, 4),
    )
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(hp.decay))
    opt = torch.optim.AdamW(model.parameters(), lr=hp.max_lr, weight_decay=1e-2)

    rows_per_update = hp.micro * hp.accumulate
    updates = -(-len(xt) // rows_per_update)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=hp.max_lr, total_steps=updates * hp.epochs)

    best, best_state = -1.0, None
    for epoch in range(hp.epochs):
        model.train()
        total = 0.0
        for group in torch.randperm(len(xt)).split(rows_per_update):
            opt.zero_grad(set_to_none=True)
            for rows in group.split(hp.micro):
                loss = F.cross_entropy(model(xt[rows]), yt[rows], reduction="sum") / len(group)
                loss.backward()
                total += loss.item() * len(group)
            opt.step()
            sched.step()
            ema.update_parameters(model)
        val = accuracy(ema, xv, yv)
        print(f"epoch {epoch + 1:2d}/{hp.epochs}  loss {total / len(xt):.4f}  val acc (ema) {val:.4f}")
        if val > best:
            best, best_state = val, copy.deepcopy(ema.module.state_dict())

    model.load_state_dict(best_state)
    print(f"test acc {accuracy(model, xs, ys):.4f}; largest class "
          f"{(ys == yt.bincount().argmax()).float().mean().item():.4f}")
    os.makedirs("out/qd10", exist_ok=True)
    torch.save({"hparams": vars(hp), "state": best_state}, "out/qd10/ema.pt")


if __name__ == "__main__":
    main(parse())
