"""Rents of flats (made up): categories as embeddings, numbers standardised, weights averaged by EMA."""
import copy
import logging

import numpy as np
import pandas as pd
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

logging.basicConfig(level=logging.INFO, format="%(levelname).1s %(message)s")
CATS, NUMS, TARGET = ["quarter", "heating", "kind"], ["area", "floor", "built", "walk"], "rent"


def make(n: int, seed: int) -> pd.DataFrame:
    g = np.random.default_rng(seed)
    d = pd.DataFrame({
        "quarter": g.choice([f"q{i}" for i in range(25)], n), "heating": g.choice(["gas", "oil", "district", "pump"], n),
        "kind": g.choice(["flat", "loft", "studio"], n, p=[0.7, 0.1, 0.2]), "area": g.gamma(9, 8, n).clip(18, 220),
        "floor": g.integers(0, 9, n).astype(float), "built": g.integers(1900, 2024, n).astype(float), "walk": g.exponential(9, n)})
    level = np.random.default_rng(77).normal(0, 0.22, 25)[d["quarter"].str[1:].astype(int)]
    base = np.log(9 * d["area"] ** 0.95) + level + 0.12 * (d["kind"] == "loft") + 0.001 * (d["built"] - 1960) - 0.012 * d["walk"]
    base += np.where(d["heating"] == "oil", -0.05, 0) + 0.02 * d["floor"] * (d["built"] > 1990)
    d[TARGET] = np.exp(base + g.normal(0, 0.06, n))
    d.loc[g.random(n) < 0.05, "walk"] = np.nan
    return d


class Prep:
    """Everything in here is learned from the training rows."""

    def fit(self, d: pd.DataFrame) -> "Prep":
        self.maps = {c: {v: i + 1 for i, v in enumerate(sorted(d[c].unique()))} for c in CATS}  # 0: not seen
        self.median, self.mean, self.std = d[NUMS].median(), d[NUMS].fillna(d[NUMS].median()).mean(), d[NUMS].fillna(d[NUMS].median()).std()
        logy = np.log(d[TARGET])
        self.ym, self.ys = logy.mean(), logy.std()
        return self

    def __call__(self, d: pd.DataFrame) -> tuple[Tensor, Tensor, Tensor]:
        c = np.stack([d[k].map(self.maps[k]).fillna(0).astype(int) for k in CATS], 1)
        x = ((d[NUMS].fillna(self.median) - self.mean) / self.std).to_numpy()
        x = np.concatenate([x, d[NUMS].isna().any(axis=1).to_numpy()[:, None]], 1)
        y = (np.log(d[TARGET]) - self.ym) / self.ys
        return torch.tensor(c), torch.tensor(x, dtype=torch.float), torch.tensor(y.to_numpy(), dtype=torch.float)


class Net(nn.Module):
    def __init__(self, sizes: list[int], n_num: int):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(s + 1, min(8, s)) for s in sizes)
        width = sum(t.embedding_dim for t in self.tables) + n_num
        self.mlp = nn.Sequential(nn.Linear(width, 96), nn.SiLU(), nn.Dropout(0.05), nn.Linear(96, 96), nn.SiLU(), nn.Linear(96, 1))

    def forward(self, c: Tensor, x: Tensor) -> Tensor:
        return self.mlp(torch.cat([t(c[:, i]) for i, t in enumerate(self.tables)] + [x], 1))[:, 0]


def error(model: nn.Module, prep: Prep, d: pd.DataFrame) -> float:
    """Mean absolute error in per cent of the rent."""
    model.eval()
    c, x, _ = prep(d)
    with torch.no_grad():
        rent = np.exp(model(c, x).numpy() * prep.ys + prep.ym)
    return float((np.abs(rent - d[TARGET]) / d[TARGET]).mean() * 100)


def main() -> None:
    torch.manual_seed(0)
    train, valid, test = make(4000, 1), make(700, 2), make(700, 3)
    prep = Prep().fit(train)
    c, x, y = prep(train)
    net = Net([len(prep.maps[k]) for k in CATS], x.shape[1])
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.99))
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    best, kept, waited = float("inf"), None, 0
    for epoch in range(40):
        net.train()
        for i in torch.randperm(len(y)).split(128):
            loss = nn.functional.mse_loss(net(c[i], x[i]), y[i])
            opt.zero_grad()
            loss.backward()
            opt.step()
            ema.update_parameters(net)  # after the step; the average is only looked at, never trained
        raw, avg = error(net, prep, valid), error(ema, prep, valid)
        if avg < best - 0.01:
            best, kept, waited = avg, copy.deepcopy(ema.state_dict()), 0
        else:
            waited += 1
        if epoch % 5 == 0 or waited == 6:
            logging.info("epoch %d: validation error %.2f%% (weights as they are), %.2f%% (averaged)", epoch, raw, avg)
        if waited == 6:
            break
    ema.load_state_dict(kept)
    middle = float((np.abs(train[TARGET].median() - test[TARGET]) / test[TARGET]).mean() * 100)
    print(f"test error {error(ema, prep, test):.2f}% (the median rent for all: {middle:.1f}%)")


main()
