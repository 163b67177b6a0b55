"""
Forest cover (tabular playground style): categorical embedding + numeric features.
"""
import math
import os

import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from sklearn.model_selection import train_test_split
from torch import nn

OUT = "out/gg08"
NUMERIC = ["Elevation", "Slope", "Hydrology", "Roadways"]


def read_train(n=2400, seed=21):
    """Same columns as the competition file, Cover_Type as in the data description."""
    rng = np.random.default_rng(seed)
    cover = rng.choice(np.arange(1, 8), size=n, p=[.25, .3, .12, .08, .08, .09, .08])
    return pd.DataFrame({
        "Elevation": 2000 + 180 * cover + rng.normal(0, 90, n),
        "Slope": np.clip(rng.normal(14, 6, n) + 2 * (cover % 3), 0, 60),
        "Hydrology": rng.gamma(2.0, 100, n) + 40 * (cover % 2),
        "Roadways": rng.gamma(2.0, 600, n),
        "Soil_Type": (cover * 3 + rng.integers(0, 6, n)) % 20,
        "Cover_Type": cover,
    })


class CoverNet(nn.Module):
    def __init__(self, n_soil, n_num, n_classes):
        super().__init__()
        self.soil = nn.Embedding(n_soil, 8)
        self.fc1 = nn.Linear(8 + n_num, 64)
        self.fc2 = nn.Linear(64, 64)
        self.out = nn.Linear(64, n_classes)

    def forward(self, soil, num):
        x = torch.cat([self.soil(soil), num], dim=1)
        x = F.relu(self.fc1(x))
        x = F.dropout(F.relu(self.fc2(x)), 0.1, training=self.training)
        return self.out(x)


def tensors(frame, mean, std):
    num = torch.tensor(((frame[NUMERIC] - mean) / std).to_numpy(), dtype=torch.float32)
    soil = torch.tensor(frame["Soil_Type"].to_numpy(), dtype=torch.long)
    target = torch.tensor(frame["Cover_Type"].to_numpy(), dtype=torch.long)
    return soil, num, target


def batches(data, size):
    perm = torch.randperm(len(data[0]))
    for part in perm.split(size):
        yield tuple(t[part] for t in data)


torch.manual_seed(21)
os.makedirs(OUT, exist_ok=True)
df = read_train()
print(df.head())
n_classes = df["Cover_Type"].nunique()

train_df, valid_df = train_test_split(df, test_size=0.2, stratify=df["Cover_Type"], random_state=21)
mean, std = train_df[NUMERIC].mean(), train_df[NUMERIC].std()
train, valid = tensors(train_df, mean, std), tensors(valid_df, mean, std)

net = CoverNet(n_soil=20, n_num=len(NUMERIC), n_classes=n_classes)
epochs, bs = 12, 64
opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * math.ceil(len(train_df) / bs))

for epoch in range(epochs):
    net.train()
    for soil, num, target in batches(train, bs):
        opt.zero_grad()
        loss = F.cross_entropy(net(soil, num), target)
        loss.backward()
        opt.step()
        sched.step()
    net.eval()
    with torch.no_grad():
        logits = net(valid[0], valid[1])
    acc = (logits.argmax(1) == valid[2]).float().mean().item()
    print(f"epoch {epoch:02d} valid accuracy {acc:.4f}")

torch.save(net.state_dict(), os.path.join(OUT, "cover.pt"))
