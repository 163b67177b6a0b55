#!/usr/bin/env python
"""Diabetes progression (regression), average of three seeds, best epoch of each."""
import argparse
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_squared_error
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    p.add_argument("--epochs", type=int, default=120)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--out", type=Path, default=Path("out/gg06"))
    return p.parse_args()


class Regressor(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


def rmse(model, x, y):
    model.eval()
    with torch.no_grad():
        return torch.sqrt(nn.functional.mse_loss(model(x), y)).item()


def train_one(seed, data, cfg):
    torch.manual_seed(seed)
    x_tr, y_tr, x_va, y_va = data
    model = Regressor(x_tr.shape[1])
    opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    best, best_epoch, best_state = float("inf"), -1, None

    for epoch in range(cfg.epochs):
        model.train()
        order = torch.randperm(len(x_tr))
        for idx in order.split(cfg.batch):
            opt.zero_grad()
            loss = nn.functional.mse_loss(model(x_tr[idx]), y_tr[idx])
            loss.backward()
            opt.step()

        score = rmse(model, x_va, y_va)
        if score < best:
            best, best_epoch = score, epoch
            best_state = model.state_dict()

    model.load_state_dict(best_state)
    print(f"seed {seed}: best valid rmse {best:.4f} (epoch {best_epoch}), "
          f"restored model {rmse(model, x_va, y_va):.4f}")
    return model


def main():
    cfg = parse_args()
    cfg.out.mkdir(parents=True, exist_ok=True)
    X, y = load_diabetes(return_X_y=True)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, random_state=5)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, random_state=5)

    xs = StandardScaler().fit(X_tr)
    mu, sd = y_tr.mean(), y_tr.std()

    def to_x(a):
        return torch.tensor(xs.transform(a), dtype=torch.float32)

    def to_y(a):
        return torch.tensor((a - mu) / sd, dtype=torch.float32)

    data = (to_x(X_tr), to_y(y_tr), to_x(X_va), to_y(y_va))
    models = [train_one(s, data, cfg) for s in cfg.seeds]

    x_te = to_x(X_te)
    with torch.no_grad():
        preds = torch.stack([m.eval()(x_te) for m in models]).mean(0).numpy() * sd + mu

    print(f"test rmse of the ensemble: {np.sqrt(mean_squared_error(y_te, preds)):.2f}")
    print(f"test rmse of the mean:     {np.sqrt(mean_squared_error(y_te, np.full_like(y_te, mu))):.2f}")
    np.savetxt(cfg.out / "preds.csv", preds, delimiter=",")


if __name__ == "__main__":
    main()
