# fraud model v2 -- the first one never predicted a fraud, so draw balanced batches now
import argparse
import os

import numpy as np
import pandas as pd
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=15)
parser.add_argument("--batch-size", type=int, default=64)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--seed", type=int, default=11)
parser.add_argument("--out", default="out/da02")
opt = parser.parse_args()

torch.manual_seed(opt.seed)
os.makedirs(opt.out, exist_ok=True)

X, y = make_classification(
    n_samples=6000, n_features=16, n_informative=8, n_redundant=2, weights=[0.95],
    class_sep=1.2, flip_y=0.01, random_state=opt.seed,
)
df = pd.DataFrame(X, columns=[f"v{i}" for i in range(X.shape[1])])
df["fraud"] = y

train_df, test_df = train_test_split(df, test_size=0.25, stratify=df.fraud, random_state=opt.seed)
features = [c for c in df.columns if c != "fraud"]

scaler = StandardScaler().fit(train_df[features])


def to_dataset(frame):
    x = torch.tensor(scaler.transform(frame[features]), dtype=torch.float32)
    t = torch.tensor(frame.fraud.to_numpy(), dtype=torch.float32)
    return TensorDataset(x, t)


train_set, test_set = to_dataset(train_df), to_dataset(test_df)

counts = np.bincount(train_df.fraud.to_numpy())
print("class counts in train:", counts)
weights = 1.0 / counts
sampler = WeightedRandomSampler(weights, num_samples=len(train_set), replacement=True)

train_loader = DataLoader(train_set, batch_size=opt.batch_size, sampler=sampler)
test_loader = DataLoader(test_set, batch_size=512)

net = nn.Sequential(
    nn.Linear(len(features), 64), nn.ReLU(), nn.Dropout(0.1),
    nn.Linear(64, 32), nn.ReLU(),
    nn.Linear(32, 1),
)
optimizer = torch.optim.AdamW(net.parameters(), lr=opt.lr)
criterion = nn.BCEWithLogitsLoss()

for epoch in range(1, opt.epochs + 1):
    net.train()
    running, seen = 0.0, 0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(yb)
        seen += len(yb)
    print(f"epoch {epoch:2d}  loss {running / seen:.4f}")

net.eval()
scores, truth = [], []
with torch.no_grad():
    for xb, yb in test_loader:
        scores.append(torch.sigmoid(net(xb).squeeze(1)))
        truth.append(yb)
scores, truth = torch.cat(scores).numpy(), torch.cat(truth).numpy()
print("average precision:", round(average_precision_score(truth, scores), 3))
print(confusion_matrix(truth, scores > 0.5))
torch.save(net.state_dict(), os.path.join(opt.out, "fraud.pt"))
