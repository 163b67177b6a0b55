"""Used-car prices: categorical embeddings + numeric columns, plain PyTorch.

The table is synthetic.  Split 70/15/15 by row, every statistic and every category index comes from the training rows.
"""
import copy
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Cfg:
    seed: int = 2024
    n_rows: int = 6000
    batch_size: int = 128
    max_epochs: int = 40
    patience: int = 5
    lr: float = 3e-3
    weight_decay: float = 1e-5
    out: Path = Path("out/kc01")


CATS = ["brand", "fuel", "region"]
NUMS = ["age", "km", "power"]
TARGET = "price"


def make_table(cfg: Cfg) -> pd.DataFrame:
    rng = np.random.default_rng(cfg.seed)
    n = cfg.n_rows
    brands = np.array([f"brand_{i:02d}" for i in range(18)])
    brand_worth = rng.normal(0, 0.35, len(brands))
    fuels = np.array(["petrol", "diesel", "hybrid", "electric"])
    fuel_worth = np.array([0.0, -0.05, 0.15, 0.3])
    regions = np.array(["N", "S", "E", "W", "C"])
    b, f, r = rng.integers(0, 18, n), rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1]), rng.integers(0, 5, n)
    age = rng.uniform(0, 15, n)
    km = age * rng.normal(14_000, 3_000, n).clip(4_000) + rng.uniform(0, 3_000, n)
    power = rng.normal(110, 30, n).clip(45, 250)
    log_price = 9.6 + brand_worth[b] + fuel_worth[f] - 0.09 * age - km / 600_000 + 0.004 * power
    log_price = log_price + 0.02 * (r == 4) + rng.normal(0, 0.08, n)
    return pd.DataFrame({"brand": brands[b], "fuel": fuels[f], "region": regions[r],
                         "age": age, "km": km, "power": power, TARGET: np.exp(log_price)})


class TabularNet(nn.Module):
    def __init__(self, sizes, n_num):
        super().__init__()
        dims = [min(16, (s + 1) // 2) for s in sizes]
        self.embs = nn.ModuleList([nn.Embedding(s, d, padding_idx=0) for s, d in zip(sizes, dims)])
        self.drop = nn.Dropout(0.05)
        width = sum(dims) + n_num
        self.mlp = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, xc, xn):
        e = torch.cat([emb(xc[:, i]) for i, emb in enumerate(self.embs)], dim=1)
        return self.mlp(torch.cat([self.drop(e), xn], dim=1)).squeeze(1)


def main(cfg: Cfg):
    random.seed(cfg.seed)
    np.random.seed(cfg.seed)
    torch.manual_seed(cfg.seed)
    cfg.out.mkdir(parents=True, exist_ok=True)

    df = make_table(cfg).sample(frac=1.0, random_state=cfg.seed).reset_index(drop=True)
    a, b = int(0.7 * len(df)), int(0.85 * len(df))
    parts = {"train": df.iloc[:a], "valid": df.iloc[a:b], "test": df.iloc[b:]}

    tr = parts["train"]
    # index 0 is kept for categories that the training rows do not know (its vector stays zero)
    vocab = {c: {v: i + 1 for i, v in enumerate(sorted(tr[c].unique()))} for c in CATS}
    num_mean, num_std = tr[NUMS].mean(), tr[NUMS].std()
    log_y = np.log(tr[TARGET])
    y_mean, y_std = float(log_y.mean()), float(log_y.std())

    def tensors(part):
        xc = np.stack([part[c].map(lambda v, c=c: vocab[c].get(v, 0)).to_numpy(dtype="int64") for c in CATS], axis=1)
        xn = ((part[NUMS] - num_mean) / num_std).to_numpy(dtype="float32")
        y = ((np.log(part[TARGET]) - y_mean) / y_std).to_numpy(dtype="float32")
        return TensorDataset(torch.tensor(xc), torch.tensor(xn), torch.tensor(y))

    loaders = {k: DataLoader(tensors(p), cfg.batch_size, shuffle=(k == "train")) for k, p in parts.items()}
    model = TabularNet([len(vocab[c]) + 1 for c in CATS], len(NUMS))
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay)
    loss_fn = nn.MSELoss()

    def mae_in_money(name):
        model.eval()
        total, n = 0.0, 0
        with torch.no_grad():
            for xc, xn, y in loaders[name]:
                guess = torch.exp(model(xc, xn) * y_std + y_mean)
                truth = torch.exp(y * y_std + y_mean)
                total += (guess - truth).abs().sum().item()
                n += len(y)
        return total / n

    best, best_state, bad = float("inf"), None, 0
    for epoch in range(cfg.max_epochs):
        model.train()
        for xc, xn, y in loaders["train"]:
            opt.zero_grad()
            loss = loss_fn(model(xc, xn), y)
            loss.backward()
            opt.step()
        mae = mae_in_money("valid")
        print(f"epoch {epoch:02d}  valid MAE {mae:8.1f}")
        if mae < best:
            best, best_state, bad = mae, copy.deepcopy(model.state_dict()), 0
        else:
            bad += 1
            if bad >= cfg.patience:
                break

    model.load_state_dict(best_state)
    torch.save(best_state, cfg.out / "best.pt")
    test_price = parts["test"][TARGET]
    naive = (test_price - tr[TARGET].median()).abs().mean()
    print(f"test MAE {mae_in_money('test'):.1f}   (always the training median: {naive:.1f})")


if __name__ == "__main__":
    main(Cfg())
