#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""
Recommender: biased matrix factorisation.

We measure how well *missing ratings of known users and known films* are filled in.  So users and
films appear in all three parts on purpose; a (user, film) pair appears exactly once.
"""
import logging
from pathlib import Path

import numpy as np
import torch
from torch import nn

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("mf")
OUT = Path("out/qf14")


def simulate(n_users=200, n_items=120, rank=3, density=0.3, seed=17):
    rng = np.random.default_rng(seed)
    u = rng.normal(size=(n_users, rank))
    v = rng.normal(size=(n_items, rank))
    score = (
        3.2
        + 0.4 * rng.normal(size=(n_users, 1))
        + 0.5 * rng.normal(size=(1, n_items))
        + 0.5 * (u @ v.T)
        + 0.25 * rng.normal(size=(n_users, n_items))
    )
    stars = np.clip(np.round(2 * score) / 2, 0.5, 5.0)
    users, items = np.nonzero(rng.random((n_users, n_items)) < density)
    order = rng.permutation(len(users))
    users, items = users[order], items[order]
    return users, items, stars[users, items].astype(np.float32)


class BiasedMF(nn.Module):
    def __init__(self, n_users, n_items, mean, dim=6):
        super().__init__()
        self.P = nn.Embedding(n_users, dim)
        self.Q = nn.Embedding(n_items, dim)
        self.bu = nn.Embedding(n_users, 1)
        self.bi = nn.Embedding(n_items, 1)
        self.register_buffer("mean", torch.tensor(float(mean)))
        nn.init.normal_(self.P.weight, std=0.1)
        nn.init.normal_(self.Q.weight, std=0.1)
        nn.init.zeros_(self.bu.weight)
        nn.init.zeros_(self.bi.weight)

    def forward(self, u, i):
        dot = (self.P(u) * self.Q(i)).sum(-1)
        return self.mean + self.bu(u).squeeze(-1) + self.bi(i).squeeze(-1) + dot

    def penalty(self, u, i):
        """L2 of the rows used in the batch, per rating."""
        used = self.P(u).square().sum(-1) + self.Q(i).square().sum(-1)
        used = used + self.bu(u).square().squeeze(-1) + self.bi(i).square().squeeze(-1)
        return used.mean()


def rmse(model, data):
    u, i, r = data
    model.eval()
    with torch.no_grad():
        return torch.sqrt(((model(u, i).clamp(0.5, 5.0) - r) ** 2).mean()).item()


def train_one(parts, n_users, n_items, lam, epochs=60, lr=1e-2, batch=256):
    torch.manual_seed(17)  # the same start for every strength of the penalty
    u, i, r = parts["train"]
    model = BiasedMF(n_users, n_items, r.mean().item())
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    best, state = float("inf"), None
    for _ in range(epochs):
        model.train()
        for rows in torch.randperm(len(r)).split(batch):
            opt.zero_grad()
            error = (model(u[rows], i[rows]) - r[rows]).square().mean()
            (error + lam * model.penalty(u[rows], i[rows])).backward()
            opt.step()
        now = rmse(model, parts["val"])
        if now < best:
            best, state = now, {k: t.clone() for k, t in model.state_dict().items()}
    model.load_state_dict(state)
    return best, model


def main():
    users, items, stars = simulate()
    n_users, n_items = 200, 120
    n = len(stars)
    cuts = {"train": slice(0, int(0.8 * n)), "val": slice(int(0.8 * n), int(0.9 * n)), "test": slice(int(0.9 * n), n)}
    parts = {
        name: (torch.from_numpy(users[s]), torch.from_numpy(items[s]), torch.from_numpy(stars[s]))
        for name, s in cuts.items()
    }
    log.info("%d ratings: %s", n, {k: len(v[2]) for k, v in parts.items()})

    results = []
    for lam in (0.01, 0.03, 0.1):
        val, model = train_one(parts, n_users, n_items, lam)
        log.info("lambda %.3f  validation RMSE %.4f", lam, val)
        results.append((val, lam, model))
    val, lam, model = min(results, key=lambda t: t[0])

    _, ti, tr = parts["test"]
    _, i, r = parts["train"]
    flat = (r.mean() - tr).square().mean().sqrt().item()
    counts = torch.bincount(i, minlength=n_items).clamp(min=1)
    item_mean = torch.bincount(i, weights=r - r.mean(), minlength=n_items) / counts + r.mean()
    per_item = (item_mean[ti].float() - tr).square().mean().sqrt().item()
    log.info("lambda %.3f chosen: test RMSE %.4f (global mean %.4f, mean of the film %.4f)",
             lam, rmse(model, parts["test"]), flat, per_item)

    OUT.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), OUT / "mf.pt")


if __name__ == "__main__":
    main()
