"""How many loaves to bake? Enough for 90 % of the days: quantile regression on daily sales."""
import copy
import os

import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

TAU = 0.9
torch.manual_seed(9)
os.makedirs("out/da09", exist_ok=True)


def sales_table(days=2600, seed=9):
    rng = np.random.default_rng(seed)
    date = pd.date_range("2018-01-01", periods=days, freq="D")
    df = pd.DataFrame({"date": date})
    df["dow"] = df.date.dt.dayofweek
    doy = df.date.dt.dayofyear
    df["sin"], df["cos"] = np.sin(2 * np.pi * doy / 365.25), np.cos(2 * np.pi * doy / 365.25)
    df["promo"] = (rng.random(days) < 0.15).astype(float)
    level = 200 + 40 * df["sin"] + df.dow.map(dict(enumerate([0, -5, 0, 5, 30, 70, -60]))) + 50 * df.promo
    df["sold"] = level + rng.gamma(2.0, 14.0, days) - 28
    df["sold_lag7"] = df.sold.shift(7)
    return df.dropna().reset_index(drop=True)


def pinball(pred, target, tau):
    diff = pred - target
    return torch.maximum(tau * diff, (tau - 1) * diff).mean()


df = sales_table()
df = pd.get_dummies(df, columns=["dow"], dtype=float)
feats = [c for c in df.columns if c not in ("date", "sold")]
a, b = int(0.7 * len(df)), int(0.85 * len(df))
parts = {"train": df.iloc[:a], "val": df.iloc[a:b], "test": df.iloc[b:]}

x_mean, x_std = parts["train"][feats].mean(), parts["train"][feats].std()
y_mean, y_std = parts["train"].sold.mean(), parts["train"].sold.std()


def tensors(part):
    x = ((part[feats] - x_mean) / x_std).to_numpy(dtype="float32")
    y = ((part.sold - y_mean) / y_std).to_numpy(dtype="float32")
    return torch.from_numpy(x), torch.from_numpy(y)


sets = {k: tensors(v) for k, v in parts.items()}
loader = DataLoader(TensorDataset(*sets["train"]), batch_size=64, shuffle=True)

net = nn.Sequential(nn.Linear(len(feats), 64), nn.SiLU(), nn.Linear(64, 32), nn.SiLU(), nn.Linear(32, 1), nn.Flatten(0))
opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)

best, best_state = float("inf"), None
for epoch in range(40):
    net.train()
    for x, y in loader:
        opt.zero_grad()
        loss = pinball(net(x), y, TAU)
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        val = pinball(net(sets["val"][0]), sets["val"][1], TAU).item()
    if val < best:
        best, best_state = val, copy.deepcopy(net.state_dict())
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1:3d}  val pinball {val:.4f}")

net.load_state_dict(best_state)
net.eval()
with torch.no_grad():
    bake = net(sets["test"][0]) * y_std + y_mean
sold = torch.tensor(parts["test"].sold.to_numpy(dtype="float32"))
print(f"days with enough bread: {(bake >= sold).float().mean():.1%} (wanted {TAU:.0%})")
print(f"mean surplus: {(bake - sold).clamp(min=0).mean():.1f} loaves")
torch.save(best_state, "out/da09/bread.pt")
