"""Machine failure prediction. 6 % failures, so I balance the classes first.
Validation looks superb, but on next month's machines it is nowhere near that."""
import numpy as np
import pandas as pd
import torch
from sklearn.metrics import average_precision_score, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 17
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)
device = "cuda" if torch.cuda.is_available() else "cpu"
SENSORS = [f"sensor_{i}" for i in range(16)]


def month(n):
    x = rng.normal(size=(n, len(SENSORS)))
    score = 1.1 * x[:, 0] - 0.9 * x[:, 3] + 0.7 * x[:, 7] + rng.normal(scale=0.8, size=n)
    df = pd.DataFrame(x, columns=SENSORS)
    df["failed"] = (score > np.quantile(score, 0.94)).astype(int)
    return df


df = month(1500)          # what we train on
next_month = month(1500)  # arrives later


def balance(d):
    """repeat the failures until there are as many as healthy machines"""
    healthy, failed = d[d.failed == 0], d[d.failed == 1]
    more = failed.sample(len(healthy), replace=True, random_state=SEED)
    return pd.concat([healthy, more]).sample(frac=1, random_state=SEED)


train_df, val_df = train_test_split(df, test_size=0.25, random_state=SEED, stratify=df["failed"])
train_df = balance(train_df)

scaler = StandardScaler().fit(train_df[SENSORS])


def tensors(d):
    x = torch.tensor(scaler.transform(d[SENSORS]), dtype=torch.float32)
    y = torch.tensor(d["failed"].to_numpy(), dtype=torch.float32)
    return x, y


loader = DataLoader(TensorDataset(*tensors(train_df)), batch_size=64, shuffle=True)
model = nn.Sequential(
    nn.Linear(16, 64), nn.ReLU(),
    nn.Linear(64, 64), nn.ReLU(),
    nn.Linear(64, 1),
).to(device)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
bce = nn.BCEWithLogitsLoss()


def report(name, d):
    model.eval()
    x, y = tensors(d)
    with torch.no_grad():
        p = torch.sigmoid(model(x.to(device))).squeeze(1).cpu().numpy()
    base = float(y.mean())
    print(f"{name:12s} F1 {f1_score(y, p > 0.5):.3f}   AP {average_precision_score(y, p):.3f}"
          f"   share of failures {base:.3f}")


for epoch in range(1, 7):
    model.train()
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        loss = bce(model(x).squeeze(1), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 2 == 0:
        print("epoch", epoch, "last loss", round(loss.item(), 4))
        report("validation", val_df)

report("next month", next_month)
