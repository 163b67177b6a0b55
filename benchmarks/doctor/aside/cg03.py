import os

import numpy as np
import pandas as pd
import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import Dataset, DataLoader

SEED = 42
torch.manual_seed(SEED)
os.makedirs("out/cg03", exist_ok=True)

# ---- load the table --------------------------------------------------
bunch = load_wine(as_frame=True)
df = bunch.frame
feature_cols = [c for c in df.columns if c != "target"]

train_df, valid_df = train_test_split(
    df, test_size=0.25, random_state=SEED, stratify=df["target"]
)

mean = train_df[feature_cols].mean()
std = train_df[feature_cols].std()


# ---- dataset ---------------------------------------------------------
class WineDataset(Dataset):
    def __init__(self, frame):
        self.x = ((frame[feature_cols] - mean) / std).to_numpy(dtype=np.float32)
        self.y = frame["target"]

    def __len__(self):
        return len(self.y)

    def __getitem__(self, idx):
        x = torch.from_numpy(self.x[idx])
        y = torch.tensor(self.y[idx], dtype=torch.long)
        return x, y


train_dl = DataLoader(WineDataset(train_df), batch_size=16, shuffle=True)
valid_dl = DataLoader(WineDataset(valid_df), batch_size=64)

# ---- model -----------------------------------------------------------
model = nn.Sequential(
    nn.Linear(len(feature_cols), 24),
    nn.Tanh(),
    nn.Linear(24, 3),
)
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)

# ---- train -----------------------------------------------------------
for epoch in range(20):
    model.train()
    for x, y in train_dl:
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()

    model.eval()
    n_ok = n = 0
    with torch.inference_mode():
        for x, y in valid_dl:
            n_ok += (model(x).argmax(dim=-1) == y).sum().item()
            n += y.numel()
    print(f"[{epoch:02d}] valid accuracy {n_ok / n:.3f}")

torch.save(model.state_dict(), "out/cg03/wine.pt")
