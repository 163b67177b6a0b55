"""Walk-forward forecast of next week's volatility.

day t:   the last 22 daily log realised volatilities  ->  mean of the next 5
fold k:  fit on everything up to a date, choose the epoch on the following half year, report on
         the year after that; then the origin moves on and a NEW network is fitted.
Between two pieces 5 days are purged: a target must be known before the next piece begins.
"""
from __future__ import annotations

import os
from typing import Iterator, NamedTuple

import numpy as np
import pandas as pd
import torch
from torch import nn, optim

PAST, AHEAD = 22, 5
YEAR = 250


class Fold(NamedTuple):
    train: slice
    val: slice
    test: slice


def simulate(n=4000, seed=21) -> pd.Series:
    """log realised volatility: a fast and a slow component, and measurement noise"""
    rng = np.random.default_rng(seed)
    slow = fast = 0.0
    values = []
    for _ in range(n):
        slow = 0.985 * slow + 0.06 * rng.standard_normal()
        fast = 0.70 * fast + 0.15 * rng.standard_normal()
        values.append(-4.6 + slow + fast + 0.15 * rng.standard_normal())
    return pd.Series(values, index=pd.bdate_range("2005-01-03", periods=n), name="log_rv")


def supervised(series: pd.Series):
    """Row i: inputs are days i .. i+21, the target is the mean of days i+22 .. i+26."""
    v = torch.tensor(series.to_numpy(), dtype=torch.float32)
    block = v.unfold(0, PAST + AHEAD, 1)               # (rows, 27), a view on v
    return block[:, :PAST].clone(), block[:, PAST:].mean(dim=1)


def walk(rows: int, first=2000, val=YEAR // 2, test=YEAR) -> Iterator[Fold]:
    gap = AHEAD                                        # rows whose targets reach over
    end = first
    while end + gap + val + gap + test <= rows:
        a, b = end + gap, end + gap + val
        yield Fold(slice(0, end), slice(a, b), slice(b + gap, b + gap + test))
        end += test


def fit(x, y, xv, yv, seed, epochs=40):
    torch.manual_seed(seed)
    net = nn.Sequential(nn.Linear(PAST, 16), nn.SiLU(), nn.Linear(16, 1))
    adam = optim.Adam(net.parameters(), lr=2e-3, weight_decay=1e-4)
    best, state, since = float("inf"), None, 0
    for _ in range(epochs):
        net.train()
        for rows in torch.randperm(len(x)).split(64):
            adam.zero_grad()
            loss = nn.functional.mse_loss(net(x[rows])[:, 0], y[rows])
            loss.backward()
            adam.step()
        net.eval()
        with torch.no_grad():
            v = nn.functional.mse_loss(net(xv)[:, 0], yv).item()
        if v < best:
            best, since, state = v, 0, {k: p.clone() for k, p in net.state_dict().items()}
        elif (since := since + 1) >= 8:
            break
    net.load_state_dict(state)
    return net.eval()


def main():
    series = simulate()
    x, y = supervised(series)
    last_known = series.index[PAST - 1:PAST - 1 + len(x)]       # the day a forecast is made
    frames = []
    for k, fold in enumerate(walk(len(x))):
        m, s = x[fold.train].mean(), x[fold.train].std()         # one scale: all are the same quantity
        z = lambda a: (a - m) / s
        net = fit(z(x[fold.train]), z(y[fold.train]), z(x[fold.val]), z(y[fold.val]), seed=k)
        with torch.no_grad():
            forecast = net(z(x[fold.test]))[:, 0] * s + m
        xt = x[fold.test]
        frames.append(pd.DataFrame({
            "fold": k,
            "truth": y[fold.test].numpy(),
            "network": forecast.numpy(),
            "last day": xt[:, -1].numpy(),
            "last 22 days": xt.mean(dim=1).numpy(),
            "history": np.full(len(xt), y[fold.train].mean().item(), dtype="float32"),
        }, index=last_known[fold.test]))
        print(f"fold {k}: fitted up to {last_known[fold.train][-1]:%Y-%m-%d}, "
              f"reported {frames[-1].index[0]:%Y-%m-%d} .. {frames[-1].index[-1]:%Y-%m-%d}")

    result = pd.concat(frames)
    assert result.index.is_unique
    methods = ["network", "last day", "last 22 days", "history"]
    squared = result[methods].sub(result["truth"], axis=0) ** 2
    table = pd.DataFrame({"RMSE (log)": np.sqrt(squared.mean()),
                          "R2 against history": 1 - squared.mean() / squared["history"].mean()})
    table["folds better than history"] = (
        squared.groupby(result["fold"]).mean().pipe(lambda f: f.lt(f["history"], axis=0)).sum())
    print("\n", table.round(3))

    # neighbouring targets overlap: the error of the difference is taken from blocks of 25 days
    difference = (squared["last 22 days"] - squared["network"]).to_numpy()
    blocks = difference[:len(difference) // 25 * 25].reshape(-1, 25).mean(axis=1)
    print(f"gain over 'last 22 days': {blocks.mean():.4f} +- "
          f"{blocks.std(ddof=1) / np.sqrt(len(blocks)):.4f} (squared log units)")
    os.makedirs("out/md15", exist_ok=True)
    result.to_csv("out/md15/forecasts.csv", index_label="made_on")


if __name__ == "__main__":
    main()
