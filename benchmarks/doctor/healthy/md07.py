"""Probability of rain tomorrow: an honest probability, judged by the Brier score against climatology."""
import os

import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F

torch.manual_seed(0)
rng = np.random.default_rng(0)

# ---------------------------------------------------------------- twenty years at one station
days = pd.date_range("2001-01-01", "2020-12-31", freq="D")
n = len(days)
season = 2 * np.pi * days.dayofyear.to_numpy() / 365.25
front = np.zeros(n)                      # slow weather state; high = unsettled
for i in range(1, n):
    front[i] = 0.85 * front[i - 1] + rng.normal(0, 0.55)
wet = rng.random(n) < 1 / (1 + np.exp(-(-0.9 + 2.4 * front + 0.6 * np.cos(season))))
obs = pd.DataFrame({
    "pressure": 1015 - 7 * front + rng.normal(0, 2.0, n),
    "humidity": np.clip(65 + 9 * front + 6 * np.cos(season) + rng.normal(0, 5, n), 5, 100),
    "wind": np.exp(1.0 + 0.35 * front + rng.normal(0, 0.3, n)),
    "rain_today": wet.astype(float),
}, index=days)
obs["tendency"] = obs["pressure"].diff()
obs["log_wind"] = np.log(obs.pop("wind"))
obs["sin"], obs["cos"] = np.sin(season), np.cos(season)
obs["rain_tomorrow"] = obs["rain_today"].shift(-1)
obs = obs.dropna()

# by years; the last day of each period is given up, as its "tomorrow" belongs to the next one
parts = {"train": obs.loc["2001":"2014"].iloc[:-1],
         "valid": obs.loc["2015":"2017"].iloc[:-1],
         "test": obs.loc["2018":"2020"]}
columns = [c for c in obs.columns if c != "rain_tomorrow"]
mean, std = parts["train"][columns].mean(), parts["train"][columns].std()


def tensors(frame):
    z = (frame[columns] - mean) / std
    return (torch.tensor(z.to_numpy(), dtype=torch.float32),
            torch.tensor(frame["rain_tomorrow"].to_numpy(), dtype=torch.float32))


data = {k: tensors(v) for k, v in parts.items()}

# ---------------------------------------------------------------- network
net = torch.nn.Sequential(
    torch.nn.Linear(len(columns), 32), torch.nn.ReLU(), torch.nn.Dropout(0.1),
    torch.nn.Linear(32, 1), torch.nn.Flatten(0))
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.3, patience=3)
x, y = data["train"]
xv, yv = data["valid"]
best, weights = np.inf, None
for epoch in range(30):
    net.train()
    for rows in torch.randperm(len(x)).split(128):
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(net(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
    net.eval()
    with torch.no_grad():
        val = F.binary_cross_entropy_with_logits(net(xv), yv).item()
    plateau.step(val)
    if val < best:
        best, weights = val, {k: v.detach().clone() for k, v in net.state_dict().items()}
print(f"best validation log loss {best:.4f}")
net.load_state_dict(weights)
net.eval()

# ---------------------------------------------------------------- one temperature, on the validation years
with torch.no_grad():
    logits_v, logits_t = net(xv), net(data["test"][0])
log_t = torch.zeros(1, requires_grad=True)
lbfgs = torch.optim.LBFGS([log_t], lr=0.5, max_iter=50)


def closure():
    lbfgs.zero_grad()
    value = F.binary_cross_entropy_with_logits(logits_v / log_t.exp(), yv)
    value.backward()
    return value


lbfgs.step(closure)
temperature = log_t.exp().item()
prob = torch.sigmoid(logits_t / temperature).numpy()

# ---------------------------------------------------------------- report on the test years
truth = data["test"][1].numpy()
train, test = parts["train"], parts["test"]
by_month = train["rain_tomorrow"].groupby(train.index.month).mean()
climatology = by_month.loc[test.index.month].to_numpy()
by_today = train["rain_tomorrow"].groupby(train["rain_today"]).mean()
persistence = test["rain_today"].map(by_today).to_numpy()


def brier(p):
    return float(np.mean((p - truth) ** 2))


print(f"temperature {temperature:.3f}")
for name, p in [("climatology", climatology), ("given today's rain", persistence), ("network", prob)]:
    print(f"{name:20s} Brier {brier(p):.4f}   skill {1 - brier(p) / brier(climatology):+.3f}")
table = pd.DataFrame({"forecast": prob, "observed": truth})
table["bin"] = pd.cut(table["forecast"], np.linspace(0, 1, 6), include_lowest=True)
reliability = table.groupby("bin", observed=True).agg(
    days=("observed", "size"), forecast=("forecast", "mean"), observed=("observed", "mean"))
print(reliability.round(3))
os.makedirs("out/md07", exist_ok=True)
reliability.to_csv("out/md07/reliability.csv")
