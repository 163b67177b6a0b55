"""
Churn-like table with two categorical columns (entity embeddings) and five numbers.
Rare positives, gradient accumulation, one-cycle learning rate, best epoch kept.
"""
import copy
import math
from dataclasses import dataclass

import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    rows: int = 6000
    cities: int = 12
    plans: int = 6
    batch: int = 32
    accumulate: int = 4
    epochs: int = 12
    max_lr: float = 8e-3
    seed: int = 17


def make_table(cfg):
    rng = np.random.default_rng(cfg.seed)
    city = rng.integers(0, cfg.cities, cfg.rows)
    plan = rng.integers(0, cfg.plans, cfg.rows)
    num = rng.normal(size=(cfg.rows, 5)) * [1.0, 10.0, 0.1, 3.0, 1.0] + [0.0, 50.0, 1.0, -2.0, 0.0]
    city_effect = rng.normal(scale=1.2, size=cfg.cities)
    plan_effect = rng.normal(scale=1.0, size=cfg.plans)
    score = city_effect[city] + plan_effect[plan] + 1.5 * num[:, 0] - 0.12 * (num[:, 1] - 50.0)
    prob = 1.0 / (1.0 + np.exp(-(score - np.quantile(score, 0.85)) * 2.0))
    label = (rng.random(cfg.rows) < prob).astype(np.float32)
    return np.stack([city, plan], axis=1), num.astype(np.float32), label


class TableNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.city = nn.Embedding(cfg.cities, 4)
        self.plan = nn.Embedding(cfg.plans, 3)
        self.mlp = nn.Sequential(
            nn.Linear(4 + 3 + 5, 64), nn.LayerNorm(64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 1)
        )

    def forward(self, cats, nums):
        parts = [self.city(cats[:, 0]), self.plan(cats[:, 1]), nums]
        return self.mlp(torch.cat(parts, dim=1)).squeeze(1)


@torch.no_grad()
def auc(model, loader):
    was_training = model.training
    model.eval()
    scores = torch.cat([model(c, n) for c, n, _ in loader])
    truth = torch.cat([y for _, _, y in loader])
    model.train(was_training)
    return roc_auc_score(truth.numpy(), scores.numpy())


def main(cfg):
    torch.manual_seed(cfg.seed)
    cats, nums, y = make_table(cfg)
    order = np.random.default_rng(cfg.seed + 1).permutation(cfg.rows)
    train, val, test = np.split(order, [int(0.6 * cfg.rows), int(0.8 * cfg.rows)])
    mu, sd = nums[train].mean(0), nums[train].std(0)

    def part(idx):
        return TensorDataset(
            torch.from_numpy(cats[idx]), torch.from_numpy((nums[idx] - mu) / sd), torch.from_numpy(y[idx])
        )

    train_dl = DataLoader(part(train), batch_size=cfg.batch, shuffle=True)
    val_dl = DataLoader(part(val), batch_size=512)
    test_dl = DataLoader(part(test), batch_size=512)

    model = TableNet(cfg)
    weight = torch.tensor((y[train] == 0).sum() / (y[train] == 1).sum(), dtype=torch.float32)
    # summed here, divided below by the number of rows of the whole accumulated step
    loss_fn = nn.BCEWithLogitsLoss(pos_weight=weight, reduction="sum")
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.max_lr, weight_decay=1e-2)
    steps = cfg.epochs * math.ceil(len(train_dl) / cfg.accumulate)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=cfg.max_lr, total_steps=steps)

    best, best_state = -1.0, None
    for epoch in range(cfg.epochs):
        model.train()
        total, pending = 0.0, 0
        opt.zero_grad()
        for i, (c, n, target) in enumerate(train_dl, start=1):
            loss = loss_fn(model(c, n), target)
            loss.backward()
            total += loss.item()
            pending += len(target)
            if i % cfg.accumulate == 0 or i == len(train_dl):
                for p in model.parameters():
                    p.grad /= pending
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
                sched.step()
                opt.zero_grad()
                pending = 0
        score = auc(model, val_dl)
        if score > best:
            best, best_state = score, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch + 1:2d}: loss {total / len(train):.4f}  val AUC {score:.4f}")

    model.load_state_dict(best_state)
    print(f"best val AUC {best:.4f}, test AUC {auc(model, test_dl):.4f}")


if __name__ == "__main__":
    main(Config())
